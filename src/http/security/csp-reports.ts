import { redactPath } from '#lib/text/redact.ts'
import type { Log } from '#platform/observability/log.ts'
import { parseJson } from '#lib/text/parse-json.ts'

export const CSP_REPORTS_PATH = '/csp-reports'
const MAX_CHARACTERS = 16 * 1024
const MAX_LENGTH = 200
const MAX_PER_MINUTE = 20
const MINUTE_MS = 60_000

/** Content-Security-Policy violation reported by a browser. */
export type Violation = { readonly directive: string; readonly blocked: string; readonly page: string }

const isRecord = (it: unknown): it is Readonly<Record<string, unknown>> =>
  typeof it === 'object' && it !== null

/** Directive name, validated: any client can send a report with any content. */
const directiveOf = (value: unknown): string =>
  typeof value === 'string' ? (/^[a-z-]{1,40}/.exec(value)?.[0] ?? '') : ''

/** `inline`, or the origin of the blocked resource. The path is left out: it may hold private data. */
function blockedOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  const origin = URL.parse(value)?.origin
  return (origin && origin !== 'null' ? origin : (/^[a-z-]{1,40}/.exec(value)?.[0] ?? '')).slice(
    0,
    MAX_LENGTH,
  )
}

/** Page address without query and token. */
function pageOf(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url ? (url.origin + redactPath(url.pathname)).slice(0, MAX_LENGTH) : ''
}

/** Parses both report formats, `report-uri` and Reporting API; null for anything else. */
export function readViolation(text: string): Violation | null {
  if (text.length > MAX_CHARACTERS) return null
  const [first] = [parseJson(text)].flat()
  if (!isRecord(first)) return null
  const body = first['csp-report'] ?? first['body']
  if (!isRecord(body)) return null
  const directive = directiveOf(body['effectiveDirective'] ?? body['violated-directive'])
  if (directive === '') return null
  return {
    directive,
    blocked: blockedOf(body['blockedURL'] ?? body['blocked-uri']),
    page: pageOf(body['documentURL'] ?? body['document-uri']),
  }
}

/** Logs violations, at most 20 a minute: any client can send reports. */
export function createViolationLog() {
  let since = 0
  let count = 0
  return (log: Log, violation: Violation, now: Date): void => {
    if (now.getTime() - since > MINUTE_MS) {
      since = now.getTime()
      count = 0
    }
    count += 1
    if (count <= MAX_PER_MINUTE)
      log.warn({ event: 'csp.violation', violation }, 'a browser reported a CSP violation')
  }
}

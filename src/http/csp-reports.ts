import { redactPath } from '#lib/redact.ts'
import type { Log } from '#platform/observability/log.ts'

export const CSP_REPORTS_PATH = '/csp-reports'
const MAX_CHARACTERS = 16 * 1024
const MAX_WORDS = 200
const MOST_IN_A_MINUTE = 20
const MINUTE_MS = 60_000

/** What a browser was kept from doing by a policy of ours. */
export type Violation = { readonly directive: string; readonly blocked: string; readonly page: string }

const isRecord = (it: unknown): it is Readonly<Record<string, unknown>> =>
  typeof it === 'object' && it !== null

/** The name of a directive: a report can be sent by anybody, and says whatever they want. */
const directiveOf = (value: unknown): string =>
  typeof value === 'string' ? (/^[a-z-]{1,40}/.exec(value)?.[0] ?? '') : ''

/** `inline`, or the origin of what was blocked. Its path belongs to somebody else. */
function blockedOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  const origin = URL.parse(value)?.origin
  return (origin && origin !== 'null' ? origin : (/^[a-z-]{1,40}/.exec(value)?.[0] ?? '')).slice(0, MAX_WORDS)
}

/** The page without its query and its token. */
function pageOf(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url ? (url.origin + redactPath(url.pathname)).slice(0, MAX_WORDS) : ''
}

/** Reads a report in either of the two ways browsers write it; null for anything else. */
export function readViolation(text: string): Violation | null {
  if (text.length > MAX_CHARACTERS) return null
  const [first] = [parse(text)].flat()
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Writes reports into the log, of many in one minute only the first: anybody can send them. */
export function createViolationLog() {
  let since = 0
  let count = 0
  return (log: Log, violation: Violation, now: Date): void => {
    if (now.getTime() - since > MINUTE_MS) {
      since = now.getTime()
      count = 0
    }
    count += 1
    if (count <= MOST_IN_A_MINUTE) log.warn({ violation }, 'a browser was kept from something by our policy')
  }
}

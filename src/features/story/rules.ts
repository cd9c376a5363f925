import type { Happening } from './schema.ts'

/** Parsed JSON line of the server log. */
type Line = Readonly<Record<string, unknown>> & { readonly time: string }

function readLine(text: string): Line | null {
  if (!text.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return isLine(value) ? value : null
  } catch {
    return null
  }
}

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && 'time' in value && typeof value.time === 'string'

const names = (line: Line, reservationId: string): boolean =>
  line['reservationId'] === reservationId ||
  (Array.isArray(line['reservationIds']) && line['reservationIds'].includes(reservationId))

/**
 * Log lines about a reservation: those with its id, and further lines of the same request or job. Lines that name only
 * another reservation are left out.
 */
export function linesAbout(texts: readonly string[], reservationId: string): Line[] {
  const about = texts.filter((text) => text.includes(reservationId)).flatMap((text) => readLine(text) ?? [])
  const named = about.filter((line) => names(line, reservationId))
  const requests = new Set(named.flatMap((line) => line['req'] ?? []))
  const jobs = new Set(named.flatMap((line) => line['jobId'] ?? []))
  // A log has millions of lines: a substring search for the ids decides which ones are parsed as JSON.
  const ids = [...requests, ...jobs].map((id) => JSON.stringify(id))
  const related = texts
    .filter((text) => !text.includes(reservationId) && ids.some((id) => text.includes(id)))
    .flatMap((text) => readLine(text) ?? [])
    .filter((line) => line['reservationId'] === undefined && line['reservationIds'] === undefined)
    .filter(
      (line) =>
        jobs.has(line['jobId'] ?? '') || (line['jobId'] === undefined && requests.has(line['req'] ?? '')),
    )
  return [...named, ...related]
}

const KNOWN = new Set([
  'time',
  'level',
  'msg',
  'req',
  'job',
  'jobId',
  'reservationId',
  'reservationIds',
  'event',
])

const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
    ? value.message
    : typeof value === 'string'
      ? value
      : (JSON.stringify(value) ?? '')

/** Formats a log line for the timeline. */
export function happeningOf(line: Line): Happening {
  const { msg, req, job, jobId, level, event } = line
  const ids = [
    req === undefined ? [] : [`req ${shown(req)}`],
    jobId === undefined ? [] : [`job ${shown(jobId)}`],
  ].flat()
  const tail = ids.length > 0 ? `  (${ids.join(', ')})` : ''
  const at = line.time
  if (msg === 'answered')
    return {
      at,
      kind: 'request',
      text: `${shown(line['method'])} ${shown(line['path'])} → ${shown(line['status'])} in ${shown(line['ms'])} ms${tail}`,
    }
  const rest = Object.entries(line)
    .filter(([name]) => !KNOWN.has(name))
    .map(([name, value]) => `${name} ${shown(value)}`)
  const words = [job === undefined ? '' : `${shown(job)}:`, shown(msg ?? event), rest.join(', ')].filter(
    Boolean,
  )
  const mark = level === 'error' || level === 'warn' ? `${level.toUpperCase()} ` : ''
  return { at, kind: job === undefined ? 'log' : 'job', text: `${mark}${words.join(' ')}${tail}` }
}

/** Sorts by time. The sort is stable: entries of the same moment stay in the given order, database before log. */
export const sortByTime = (happenings: readonly Happening[]): Happening[] =>
  happenings.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))

const KIND_WIDTH = 13

export const formatEntry = ({ at, kind, text }: Happening): string =>
  `${at}  ${kind.padEnd(KIND_WIDTH)} ${text}`

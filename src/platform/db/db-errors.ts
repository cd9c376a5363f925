const databaseErrors = new WeakSet<Error>()

/**
 * Marks what goes wrong in a call to PostgreSQL as its error. The same codes come from mail servers, buckets and payment
 * providers: only where an error comes from says what it is about.
 */
export async function fromDatabase<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call
  } catch (error) {
    throw error instanceof Error ? asDatabaseError(error) : error
  }
}

export function asDatabaseError(error: Error): Error {
  databaseErrors.add(error)
  return error
}

const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
// SQLSTATE classes of an unavailable server: connection lost, shutting down, out of disk, memory or connections, read-only,
// as the former primary is after a failover, or too busy to answer within the statement timeout.
const LOST_STATES = /^(08|57P0|57014|53|25006)/
/** Of these, states after which the connection serves the next statement. */
const OPEN_STATES = /^(53|57014)/
const LOST_WORDS =
  /connection terminated|not currently accepting connections|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|not queryable/i

function saysUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (LOST.has(code) || LOST_STATES.test(code) || LOST_WORDS.test(error.message)) return true
  return error instanceof AggregateError && error.errors.some(saysUnavailable)
}

/** True if an error means that the database is unavailable, rather than a defect or an outage of another component. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (databaseErrors.has(error)) return saysUnavailable(error)
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true
  return error.cause !== undefined && isDatabaseUnavailable(error.cause)
}

/** True if the connection of this error is closed. A full disk or a statement that took too long closes none. */
export const breaksConnection = (error: unknown): boolean =>
  isDatabaseUnavailable(error) &&
  !(error instanceof Error && 'code' in error && OPEN_STATES.test(String(error.code)))

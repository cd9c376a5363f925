import pino, { type DestinationStream, type Logger } from 'pino'
import { redactTokens } from '#lib/redact.ts'
import { isDatabaseUnavailable } from '../db/db-errors.ts'
import { currentContext, reservationFields } from './request-context.ts'

export type Log = Logger

const ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** Masks addresses and tokens in a finished line, whatever way they came into it. */
const maskLine = (line: string): string =>
  redactTokens(line.includes('@') ? line.replaceAll(ADDRESS, '[e-mail]') : line)

// The database repeats the row that it refuses, with everything a guest typed.
const TELLS_OF_ROWS = ['detail', 'where', 'internalQuery', 'parameters']

function describeFault(fault: Error): Record<string, unknown> {
  // During an outage there is one such line a request. Its stack is always that of the connection pool.
  if (isDatabaseUnavailable(fault)) return describeOutage(fault)
  const told: Record<string, unknown> = { ...pino.stdSerializers.err(fault) }
  for (const name of TELLS_OF_ROWS) delete told[name]
  return told
}

function describeOutage(fault: Error): Record<string, unknown> {
  const code = 'code' in fault && typeof fault.code === 'string' ? { code: fault.code } : {}
  // A host with several addresses fails once for each of them, and the collection has no message of its own.
  const parts = fault instanceof AggregateError ? fault.errors.map(String) : []
  return { type: fault.name, message: fault.message || parts.join(', '), ...code }
}

/** One JSON line an entry. Whatever could sign someone in or name a guest is masked before it is written. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: fieldsOfTrace,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeFault },
      hooks: { streamWrite: maskLine },
      redact: {
        paths: ['*.password', '*.token', '*.email', '*.phone', 'headers.cookie', 'headers.authorization'],
      },
    },
    destination ?? pino.destination(1),
  )

// Each line names its request, its job and the reservations it deals with.
function fieldsOfTrace(): object {
  const trace = currentContext()
  if (!trace) return {}
  const { job, requestId } = trace
  return {
    ...(requestId === null ? {} : { req: requestId }),
    ...(job ? { job: job.name, jobId: job.id } : {}),
    ...reservationFields(trace),
  }
}

import pino, { type DestinationStream, type Logger } from 'pino'
import { redactTokens } from '#lib/text/redact.ts'
import { isDatabaseUnavailable } from '../db/db-errors.ts'
import { currentContext, reservationFields } from './request-context.ts'

export type Log = Logger

const ADDRESS = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** A phone number in the E.164 form, the one in which texts are sent. */
const PHONE = /\+[1-9]\d{7,14}(?!\d)/g

/** Masks email addresses, phone numbers and tokens in the finished line, independent of their origin. */
function maskLine(line: string): string {
  const masked = line.includes('@') ? line.replaceAll(ADDRESS, '[email]') : line
  return redactTokens(masked.includes('+') ? masked.replaceAll(PHONE, '[phone]') : masked)
}

// PostgreSQL repeats the rejected row in these fields, with everything a guest typed.
const ROW_FIELDS = ['detail', 'where', 'internalQuery', 'parameters']

function describeFault(fault: Error): Record<string, unknown> {
  // During an outage there is one such line per request, always with the same stack of the connection pool.
  if (isDatabaseUnavailable(fault)) return describeOutage(fault)
  const serialized: Record<string, unknown> = { ...pino.stdSerializers.err(fault) }
  for (const name of ROW_FIELDS) delete serialized[name]
  return serialized
}

function describeOutage(fault: Error): Record<string, unknown> {
  const code = 'code' in fault && typeof fault.code === 'string' ? { code: fault.code } : {}
  // A host with several addresses fails once per address; the AggregateError has no message of its own.
  const parts = fault instanceof AggregateError ? fault.errors.map(String) : []
  return { type: fault.name, message: fault.message || parts.join(', '), ...code }
}

/** Longest time a line waits for the next write. A process that is killed loses no more than that. */
const FLUSH_MS = 20

let stdoutOfProcess: ReturnType<typeof batchedStdout> | undefined

/** Standard output is one for all logs of a process, and so is what is flushed when it exits. */
const sharedStdout = () => (stdoutOfProcess ??= batchedStdout())

/** Standard output, written in batches: a write for each request costs as much as sending a cached page. */
function batchedStdout(): DestinationStream & { flushSync(): void } {
  const stdout = pino.destination(1)
  let lines = ''
  let isScheduled = false
  const flush = (): void => {
    isScheduled = false
    if (lines === '') return
    stdout.write(lines)
    lines = ''
  }
  process.on('exit', flush)
  return {
    // Called by pino after a line of level `fatal`.
    flushSync: flush,
    write(line) {
      lines += line
      if (isScheduled) return
      isScheduled = true
      setTimeout(flush, FLUSH_MS).unref()
    },
  }
}

/** ISO time of a line. The text up to the second is built once a second, since each request has a line. */
function createTimestamp(): () => string {
  let second = -1
  let text = ''
  return () => {
    const now = Date.now()
    const current = Math.floor(now / 1000)
    if (current !== second) {
      second = current
      text = `,"time":"${new Date(current * 1000).toISOString().slice(0, -4)}`
    }
    return `${text}${String(now - current * 1000).padStart(3, '0')}Z"`
  }
}

/** Creates the logger: one JSON line per entry, with tokens and personal data masked. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(),
      mixin: contextFields,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeFault },
      hooks: { streamWrite: maskLine },
      redact: {
        paths: ['*.password', '*.token', '*.email', '*.phone', 'headers.cookie', 'headers.authorization'],
      },
    },
    destination ?? sharedStdout(),
  )

// Adds the ids of request, job and reservations to each line.
function contextFields(): object {
  const context = currentContext()
  if (!context) return {}
  const { job, requestId } = context
  return {
    ...(requestId === null ? {} : { req: requestId }),
    ...(job ? { job: job.name, jobId: job.id } : {}),
    ...reservationFields(context),
  }
}

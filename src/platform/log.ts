import pino, { type DestinationStream, type Logger } from 'pino'
import { currentTrace } from './trace.ts'

export type Log = Logger

/** One JSON line an entry. Whatever could sign someone in or name a guest is masked before it is written. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: jobOfLine,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['*.password', '*.token', '*.email', '*.phone', 'headers.cookie', 'headers.authorization'],
      },
    },
    destination ?? pino.destination(1),
  )

// A request's own lines carry its id already. What a job writes is told by the job, and by the request that left it.
function jobOfLine(): object {
  const trace = currentTrace()
  if (!trace?.job) return {}
  const { job, requestId } = trace
  return { job: job.name, jobId: job.id, ...(requestId === null ? {} : { req: requestId }) }
}

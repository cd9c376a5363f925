import pino, { type Logger } from 'pino'

export type Log = Logger

/** One JSON line an entry. Whatever could sign someone in or name a guest is masked before it is written. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['*.password', '*.token', '*.email', '*.phone', 'headers.cookie', 'headers.authorization'],
    },
  })

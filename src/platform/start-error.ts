import { isDatabaseAway } from './db-errors.ts'
import { EmbeddedPostgresError } from './embedded-postgres/error.ts'
import { MigrationError } from './migrate.ts'

/** Something that keeps the server from starting and that a person can mend; the message says how, in one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Puts a fault of starting into words, where it is one that people cause; anything else comes back as it was. */
export function explainStart(error: unknown): unknown {
  if (error instanceof EmbeddedPostgresError || error instanceof MigrationError)
    return new StartError(error.message)
  const port = error instanceof Error && 'port' in error ? String(error.port) : ''
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is already in use: stop what listens there, or set PORT to another one.`,
      )
    case 'EACCES':
      if (port)
        return new StartError(`Port ${port} needs more rights than this user has: set PORT to 1024 or above.`)
      break
    case '28P01':
    case '28000':
      return new StartError('The database refuses this user or password: check DATABASE_URL.')
    case '3D000':
      return new StartError(
        'The database named in DATABASE_URL does not exist: create it, or correct the name.',
      )
  }
  if (isDatabaseAway(error) && error instanceof Error) {
    return new StartError(
      `The database cannot be reached (${messageOf(error)}): check DATABASE_URL and that it is running.`,
    )
  }
  return error
}

// A name with several addresses fails once for each of them, and the collection itself has no words.
const messageOf = (error: Error): string => {
  if (error instanceof AggregateError) return error.errors.map(String).join(', ').replaceAll('Error: ', '')
  return error.message || codeOf(error)
}

import { explainDatabase } from '../db/connections/database-check.ts'
import { EmbeddedPostgresError } from '../embedded-postgres/error.ts'
import { MigrationError } from '../db/migration-error.ts'
import { StartError } from './start-error.ts'

/** Turns known startup errors into a `StartError` for the operator; returns others unchanged. */
export function explainStart(error: unknown): unknown {
  if (error instanceof EmbeddedPostgresError || error instanceof MigrationError)
    return new StartError(error.message)
  if (!(error instanceof Error) || error instanceof StartError) return error
  const database = explainDatabase(error)
  return database === null ? error : new StartError(`DATABASE_URL: ${database}`)
}

export type EmbeddedPostgresFailure =
  | 'unsupported_platform'
  | 'unknown_user'
  | 'data_dir_unusable'
  | 'data_dir_in_use'
  | 'wrong_version'
  | 'disk_full'
  | 'initdb_failed'
  | 'server_failed'
  | 'timeout'

export const ownServerAdvice = 'set DATABASE_URL to a PostgreSQL 15 or newer'

/** Error for the operator: one line with the problem and the fix. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
  readonly code: EmbeddedPostgresFailure

  constructor(code: EmbeddedPostgresFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The second form is a partial write, which happens when a disk fills up. */
export const speaksOfFullDisk = (output: string): boolean =>
  /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(output)

export const diskFull = (where: string, cause?: unknown): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'disk_full',
    `The disk of ${where} is full: free some space and start again`,
    cause,
  )

/** A backup error that an operator can fix; the message is one line that says how. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const isOfMkdir = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'mkdir'

/** Turns file system errors into one line for the operator. Other errors pass through. */
export function explainFileError(error: unknown, place: string): unknown {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new BackupError(`The disk of ${place} is full: make room and try again.`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new BackupError(`${place} cannot be written to: give it to the user who runs this.`)
    case 'ENOENT':
      // ENOENT means a missing directory only when it comes from mkdir.
      if (!isOfMkdir(error)) return error
      return new BackupError(
        `${place} cannot be made: its file system takes no directories. Name another place.`,
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new BackupError(`${place} is not a directory.`)
  }
  return error
}

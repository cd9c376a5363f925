/** Something about a backup that a person can mend; the message says how, in one line. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const isOfMkdir = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'mkdir'

/** Says in one line what the file system refused; anything else passes through. */
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
      // Other files may be missing for reasons of their own.
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

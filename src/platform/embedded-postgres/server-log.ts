import fs from 'node:fs'
import { explainFileError } from './place.ts'
import { giveTo, type ServerUser } from './server-user.ts'

const rotateAbove = 10_000_000

/** Opened by Node and inherited, because the server's user may be unable to reach the path. */
export function openLog(logFile: string, user: ServerUser | undefined): { descriptor: number; end: number } {
  try {
    const size = fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
    if (size > rotateAbove) fs.renameSync(logFile, `${logFile}.old`)
    const descriptor = fs.openSync(logFile, 'a', 0o600)
    giveTo(user, logFile)
    return { descriptor, end: fs.fstatSync(descriptor).size }
  } catch (error) {
    throw explainFileError(error, logFile)
  }
}

/** Line of the log after `start` that names the reason of a failure. */
export function tellingLine(logFile: string, start: number): string {
  const lines = fs
    .readFileSync(logFile)
    .subarray(start)
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '')
  const severe = lines.findLast((line) => /\b(?:FATAL|PANIC):/.test(line))
  return (severe ?? lines.at(-1) ?? 'it left no message')
    .replace(/^.*?(?=(?:FATAL|PANIC|LOG|ERROR):)/, '')
    .trim()
}

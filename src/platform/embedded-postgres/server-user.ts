import fs from 'node:fs'
import path from 'node:path'
import { EmbeddedPostgresError, errnoOf, ownServerAdvice } from './error.ts'

export type ServerUser = { readonly uid: number; readonly gid: number }

const accounts = (): { name: string; uid: number; gid: number }[] => {
  let lines: string[]
  try {
    lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return []
  }
  return lines
    .map((line) => line.split(':'))
    .filter((fields) => fields.length > 3)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

export function nameOfUid(uid: number): string {
  const account = accounts().find((each) => each.uid === uid)
  return account ? account.name : `uid ${uid}`
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** User for the server if Node runs as root, which PostgreSQL refuses; undefined for the current user. */
export function chooseServerUser(dataDir: string): ServerUser | undefined {
  if (!isRoot()) return undefined
  // Files created by a plain user keep their owner, because the next start may be without root.
  const existing = fs.statSync(dataDir, { throwIfNoEntry: false })
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  const known = accounts()
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = known.find((each) => each.name === name)
    if (account) return { uid: account.uid, gid: account.gid }
  }
  return { uid: 65_534, gid: 65_534 }
}

const allows = (stat: fs.Stats, user: ServerUser, bits: number): boolean => {
  const shift = stat.uid === user.uid ? 6 : stat.gid === user.gid ? 3 : 0
  return ((stat.mode >> shift) & bits) === bits
}

/** Whether the user can enter every directory above `target`. */
export function canReach(target: string, user: ServerUser | undefined): boolean {
  if (!user) return true
  const parent = path.dirname(target)
  if (parent === target) return true
  return allows(fs.statSync(parent), user, 0o1) && canReach(parent, user)
}

/** After an install under umask 077, even a reachable file is closed to other users. */
export function canExecute(file: string, user: ServerUser | undefined): boolean {
  return !user || (canReach(file, user) && allows(fs.statSync(file), user, 0o5))
}

export function giveTo(user: ServerUser | undefined, ...files: string[]): void {
  if (!user) return
  try {
    for (const file of files) fs.chownSync(file, user.uid, user.gid)
  } catch (error) {
    if (errnoOf(error) !== 'EPERM') throw error
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `PostgreSQL does not run as root, and root may not give files to another user here: start as a plain user, or ${ownServerAdvice}`,
      error,
    )
  }
}

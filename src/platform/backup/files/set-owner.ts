import { join } from 'node:path'
import { chooseServerUser, giveTo } from '#platform/embedded-postgres/server-user.ts'
import { listTree } from './manifest.ts'

/** Gives the database files to the user that PostgreSQL runs as. */
export async function setOwner(dataDir: string): Promise<void> {
  const { files, directories } = await listTree(dataDir, () => true)
  const user = chooseServerUser(dataDir)
  giveTo(user, dataDir, ...[...directories, ...files].map((path) => join(dataDir, path)))
}

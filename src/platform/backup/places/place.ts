import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeDirectory } from '#platform/storage/make-directory.ts'
import { BackupError, explainFileError } from '../error.ts'
import { createBucketPlace } from './bucket.ts'
import type { BackupPlace } from './place-types.ts'
import type { BackupPlaceSettings } from '../settings.ts'

/** Opens the configured backup place. */
export const openPlace = (settings: BackupPlaceSettings): BackupPlace =>
  settings.kind === 'disk' ? createDiskPlace(settings.directory) : createBucketPlace(settings)

const DRAFT = '.part'
// A draft that was not written to for this long belongs to a process that has died.
const STALE_MS = 6 * 3600_000

const unlessMissing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value
    throw error
  }

export function createDiskPlace(directory: string): BackupPlace {
  return {
    label: directory,
    addressOf: (name) => join(directory, name),
    async put(name, content) {
      const target = join(directory, name)
      const draft = `${target}${DRAFT}`
      try {
        await makeDirectory(dirname(target), 0o700)
        await sweepDrafts(dirname(target))
        if (await stat(target).catch(unlessMissing(null)))
          throw new BackupError(`${target} is there already: name another file.`)
        const bytes = await writeSynced(draft, content)
        await rename(draft, target)
        await syncDirectory(dirname(target))
        return bytes
      } catch (error) {
        content.destroy()
        await rm(draft, { force: true }).catch(() => undefined)
        throw explainFileError(error, directory)
      }
    },
    async get(name) {
      const path = join(directory, name)
      const found = await stat(path).catch(unlessMissing(null))
      return found?.isFile() ? createReadStream(path, { highWaterMark: 1024 * 1024 }) : null
    },
    async list(prefix) {
      const slash = prefix.lastIndexOf('/') + 1
      const [folder, start] = [prefix.slice(0, slash), prefix.slice(slash)]
      const names = await readdir(join(directory, folder), { recursive: start === '' }).catch(
        unlessMissing<string[]>([]),
      )
      const wanted = names.filter((name) => name.startsWith(start) && !name.endsWith(DRAFT))
      const found = await Promise.all(
        wanted.map(async (name) => ({
          name: folder + name,
          stat: await stat(join(directory, folder, name)).catch(unlessMissing(null)),
        })),
      )
      return found.flatMap(({ name, stat: it }) => (it?.isFile() ? [{ name, bytes: it.size }] : []))
    },
    remove: (name) => rm(join(directory, name), { force: true }),
  }
}

async function writeSynced(path: string, content: Readable): Promise<number> {
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(content, counting, createWriteStream(path, { mode: 0o600, flush: true }))
  return bytes
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes drafts of interrupted backups. */
async function sweepDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith(DRAFT)) continue
    const path = join(directory, name)
    // oxlint-disable no-await-in-loop -- there are hardly ever any
    const found = await stat(path).catch(unlessMissing(null))
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true })
    // oxlint-enable no-await-in-loop
  }
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../observability/log.ts'
import type { Storage } from './storage.ts'

/* Assets of every build in use, in the storage that all servers share (docs/operating.md, part 7). */

const ASSETS = 'assets'
const BUILDS = 'asset-builds'

const HOUR_MS = 3_600_000
/** A running server marks its build as in use so often. */
const MARK_EVERY_MS = 6 * HOUR_MS
/** A build stays for a week after a server last ran it; the last mark may be older than that by one interval. */
const RETENTION_MS = 7 * 24 * HOUR_MS + MARK_EVERY_MS
/** A server that publishes a build writes the files before the list that names them. */
const UNLISTED_MS = 24 * HOUR_MS
/** An unknown name makes a server look for new builds, at most this often. */
const LOOK_EVERY_MS = 5000
const CONCURRENT_WRITES = 8

/** File with a content hash in its name. */
const HASHED = /^[^/\\]+-[\w-]{8}\.\w+$/
const BROTLI = '.br'
const GZIP = '.gz'

export type StoredAsset = {
  readonly body: ReadableStream
  readonly size: number
  /** Scripts and styles are stored compressed only. */
  readonly isBrotli: boolean
}

export type BuildAssets = {
  /** Stores the hashed files of this build and marks it as in use. */
  publish(): Promise<void>
  /** Removes builds that no server has run for a week, and files that no build lists. */
  prune(): Promise<number>
  /** Asset of any stored build; null for a name that none of them has. */
  find(name: string): Promise<StoredAsset | null>
}

type Options = {
  readonly storage: Storage
  /** Directory of the client build. */
  readonly clientDir: string
  readonly clock?: () => Date
}

/** Shared assets: a page of one build can load them from a server of another one. */
export function createBuildAssets({ storage, clientDir, clock = () => new Date() }: Options): BuildAssets {
  const lists = createBuildLists(storage)

  const writeFiles = async (names: readonly string[]): Promise<void> => {
    const waiting = [...names]
    const writeNext = async (): Promise<void> => {
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        // oxlint-disable-next-line no-await-in-loop -- a few writers share the list
        await storage.write(`${ASSETS}/${name}`, await readFile(join(clientDir, ASSETS, name)))
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT_WRITES }, writeNext))
  }
  return {
    async publish() {
      const names = storedNames(await readdir(join(clientDir, ASSETS)))
      await lists.read()
      await writeFiles(names.filter((name) => !lists.has(name)))
      await lists.write({ usedAt: clock(), names })
    },

    async prune() {
      const now = clock().getTime()
      const expired: string[] = []
      const listed = new Set<string>()
      for await (const { key } of storage.list(BUILDS)) {
        // oxlint-disable-next-line no-await-in-loop -- a few lists
        const { usedAt, names } = parseList(await storage.read(key))
        // The list of an interrupted write has no time.
        if (!(now - usedAt.getTime() <= RETENTION_MS)) expired.push(key)
        else for (const name of names) listed.add(name)
      }
      for await (const { key, modifiedAt } of storage.list(ASSETS))
        if (!listed.has(key.slice(ASSETS.length + 1)) && now - modifiedAt.getTime() > UNLISTED_MS)
          expired.push(key)
      // oxlint-disable-next-line no-await-in-loop -- one at a time: nothing waits for it
      for (const key of expired) await storage.remove(key)
      return expired.length
    },

    async find(name) {
      if (!HASHED.test(name)) return null
      const stored = await lists.find(name)
      const found = stored === null ? null : await storage.stream(`${ASSETS}/${stored}`)
      return found && { ...found, isBrotli: stored !== name }
    },
  }
}

/** Names under which a build's files are stored: the Brotli copy where there is one, else the file. */
function storedNames(files: readonly string[]): string[] {
  const all = new Set(files)
  return files
    .filter((name) => HASHED.test(name) && !name.endsWith(BROTLI) && !name.endsWith(GZIP))
    .map((name) => (all.has(name + BROTLI) ? name + BROTLI : name))
    .toSorted()
}

type BuildList = { readonly usedAt: Date; readonly names: readonly string[] }

/** A list is a text: the time at which a server last ran the build, then one name a line. */
const formatList = ({ usedAt, names }: BuildList): string => [usedAt.toISOString(), ...names].join('\n')

function parseList(bytes: Buffer): BuildList {
  const [usedAt = '', ...names] = bytes.toString().split('\n')
  return { usedAt: new Date(usedAt), names }
}

const idOf = (names: readonly string[]): string =>
  createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)

/** Cache of the lists of stored builds. The names in a list never change, so that each list is read once. */
function createBuildLists(storage: Storage) {
  const byKey = new Map<string, readonly string[]>()
  let known = new Set<string>()
  let lookedAt = -Infinity
  let looking: Promise<void> | null = null

  const readAll = async (): Promise<void> => {
    const names = new Set<string>()
    for await (const { key } of storage.list(BUILDS)) {
      // oxlint-disable-next-line no-await-in-loop -- a few lists
      const inList = byKey.get(key) ?? parseList(await storage.read(key)).names
      byKey.set(key, inList)
      for (const name of inList) names.add(name)
    }
    known = names
  }
  const read = (): Promise<void> => {
    lookedAt = performance.now()
    return (looking ??= readAll().finally(() => (looking = null)))
  }
  const stored = (name: string): string | null =>
    known.has(name + BROTLI) ? name + BROTLI : known.has(name) ? name : null
  return {
    read,
    has: (name: string): boolean => known.has(name),
    async write(list: BuildList): Promise<void> {
      await storage.write(`${BUILDS}/${idOf(list.names)}.txt`, Buffer.from(formatList(list)))
      known = new Set([...known, ...list.names])
    },
    /** Name under which an asset is stored. Another server may have published it a moment ago. */
    async find(name: string): Promise<string | null> {
      const found = stored(name)
      if (found !== null) return found
      if (performance.now() - lookedAt > LOOK_EVERY_MS) await read()
      else await looking
      return stored(name)
    },
  }
}

/** Publishes the assets of this build, and keeps them marked as in use until stopped. */
export function keepPublished(
  assets: BuildAssets,
  log: Log,
): { readonly published: Promise<void>; stop(): void } {
  const publish = (): Promise<void> =>
    assets
      .publish()
      .catch((error: unknown) =>
        log.warn(
          { event: 'assets.publish_failed', err: error },
          'the assets of this build were not stored for other servers and for later builds; retried in 6 hours',
        ),
      )
  const prune = async (): Promise<void> => {
    try {
      const count = await assets.prune()
      if (count > 0) log.info({ event: 'assets.pruned', count }, 'assets of builds before were removed')
    } catch (error) {
      log.warn(
        { event: 'assets.prune_failed', err: error },
        'old assets were not removed; retried in 6 hours',
      )
    }
  }
  const published = publish()
  published.then(prune).catch(() => undefined)
  const timer = setInterval(() => void publish().then(prune), MARK_EVERY_MS).unref()
  return { published, stop: () => clearInterval(timer) }
}

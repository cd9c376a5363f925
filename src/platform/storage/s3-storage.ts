import { AwsClient } from 'aws4fetch'
import type { StorageSettings } from '../config/settings/storage.ts'
import { type Storage, StorageRefused, StorageUnavailable, type StoredFile } from './storage.ts'

type Settings = Extract<StorageSettings, { kind: 's3' }>

const RETRIES = 2
const TIMEOUT_MS = 15_000
const CANNOT_NOW = new Set([429, 500, 502, 503, 504])

/** Storage in an S3-compatible bucket. Writes are atomic. */
export function createS3Storage({ endpoint, bucket, ...keys }: Settings): Storage {
  const client = new AwsClient({ ...keys, service: 's3', retries: RETRIES })
  const addressOf = (key: string): string =>
    `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`

  const ask = async (key: string, init: RequestInit = {}): Promise<Response> => {
    const answered = await client
      .fetch(addressOf(key), { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
      .catch((error: unknown) => {
        throw new StorageUnavailable('the bucket does not answer', { cause: error })
      })
    if (!CANNOT_NOW.has(answered.status)) return answered
    await answered.body?.cancel()
    throw new StorageUnavailable(`the bucket answered ${answered.status}`)
  }

  const get = async (key: string): Promise<Response | null> => {
    const found = await ask(key)
    if (found.ok) return found
    await found.body?.cancel()
    if (found.status === 404) return null
    throw new StorageRefused(`the bucket answered ${found.status} to the reading of ${key}`)
  }
  return {
    async read(key) {
      const found = await get(key)
      if (!found) throw new Error(`nothing is stored under ${key}`)
      return Buffer.from(await found.arrayBuffer())
    },
    async stream(key) {
      const found = await get(key)
      if (!found?.body) return null
      return { body: found.body, size: Number(found.headers.get('Content-Length') ?? 0) }
    },
    async write(key, bytes) {
      const headers = { 'Content-Length': String(bytes.length) }
      const done = await ask(key, { method: 'PUT', body: new Uint8Array(bytes), headers })
      await done.body?.cancel()
      if (!done.ok) throw new StorageRefused(`the bucket answered ${done.status} to the writing of ${key}`)
    },
    async remove(key) {
      const done = await ask(key, { method: 'DELETE' })
      await done.body?.cancel()
      if (!done.ok && done.status !== 404)
        throw new StorageRefused(`the bucket answered ${done.status} to the removal of ${key}`)
    },
    list: (folder) =>
      listObjects(folder, (query) =>
        client.fetch(`${endpoint}/${bucket}?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
      ),
  }
}

/** Lists objects page by page (ListObjectsV2). */
async function* listObjects(
  folder: string,
  ask: (query: string) => Promise<Response>,
): AsyncGenerator<StoredFile> {
  let token: string | null = null
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}/` })
    if (token !== null) query.set('continuation-token', token)
    // oxlint-disable-next-line no-await-in-loop -- each page contains the token of the next
    const answered = await ask(query.toString())
    // oxlint-disable-next-line no-await-in-loop
    const text = await answered.text()
    if (!answered.ok)
      throw new StorageRefused(`the bucket answered ${answered.status} to the listing of ${folder}`)
    for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = valueOf(entry, 'Key')
      if (key) yield { key, modifiedAt: new Date(valueOf(entry, 'LastModified') ?? 0) }
    }
    token = valueOf(text, 'NextContinuationToken')
  } while (token !== null)
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function readEntity(_: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? ''
  return String.fromCodePoint(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))
}

const valueOf = (xml: string, tag: string): string | null =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`)
    .exec(xml)?.[1]
    ?.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, readEntity) ?? null

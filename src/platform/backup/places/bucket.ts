import type { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { BackupError } from '../error.ts'
import { fromWebStream } from '#platform/storage/web-streams.ts'
import type { BackupPlace, Stored } from './place-types.ts'
import type { BackupPlaceSettings } from '../settings.ts'

type Settings = Extract<BackupPlaceSettings, { kind: 's3' }>

// S3 allows 10,000 parts in an upload: a backup may have 160 GB. One part at a time is in memory.
const PART_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 300_000
const RETRIES = 3

type Ask = (query: string, init?: RequestInit) => Promise<Response>

/** S3-compatible bucket. Uploads are multipart: an object appears only when its upload is completed. */
export function createBucketPlace({ endpoint, bucket, prefix, ...keys }: Settings): BackupPlace {
  const client = new AwsClient({ ...keys, service: 's3', retries: RETRIES })
  const label = `s3://${bucket}/${prefix}`
  const send = async (path: string, what: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await client
      .fetch(`${endpoint}/${bucket}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
      .catch((error: unknown) => {
        throw new BackupError(`The bucket ${label} does not answer (${reasonOf(error)}).`)
      })
    if (answer.ok || answer.status === 404) return answer
    throw new BackupError(
      `The bucket ${label} answered ${answer.status} to ${what}: ${codeIn(await answer.text())}.`,
    )
  }
  const objectAt =
    (name: string): Ask =>
    (query, init) =>
      send(`/${encodeKey(prefix + name)}${query}`, `${init?.method ?? 'GET'} ${name}`, init)
  return {
    label,
    addressOf: (name) => label + name,
    async put(name, content) {
      const ask = objectAt(name)
      const taken = await ask('', { method: 'HEAD' })
      await taken.body?.cancel()
      if (taken.ok) throw new BackupError(`${label}${name} is there already: name another file.`)
      return upload(ask, content, label)
    },
    async get(name) {
      const found = await objectAt(name)('')
      if (found.ok && found.body) return fromWebStream(found.body)
      await found.body?.cancel()
      return null
    },
    list: (start) => listObjects((query) => send(`?${query}`, 'the listing'), { prefix, start, label }),
    async remove(name) {
      const gone = await objectAt(name)('', { method: 'DELETE' })
      await gone.body?.cancel()
    },
  }
}

const encodeKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/')
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
const valueIn = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
const codeIn = (xml: string): string => valueIn(xml, 'Code') ?? 'no reason given'

/** Splits a stream into parts of equal size; the last one may be smaller. */
async function* partsOf(content: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    if (!(chunk instanceof Uint8Array)) continue
    waiting.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    bytes += chunk.byteLength
    if (bytes < PART_BYTES) continue
    const all = Buffer.concat(waiting)
    yield all.subarray(0, PART_BYTES)
    waiting = [all.subarray(PART_BYTES)]
    bytes = all.length - PART_BYTES
  }
  yield Buffer.concat(waiting)
}

async function upload(ask: Ask, content: Readable, label: string): Promise<number> {
  const begun = await ask('?uploads', { method: 'POST' })
  const id = begun.ok ? valueIn(await begun.text(), 'UploadId') : undefined
  if (!id) throw new BackupError(`There is no bucket at ${label}.`)
  const query = `uploadId=${encodeURIComponent(id)}`
  try {
    const tags: string[] = []
    let bytes = 0
    for await (const part of partsOf(content)) {
      // fetch takes ownership of the body, and the buffer is reused.
      const sent = await ask(`?partNumber=${tags.length + 1}&${query}`, {
        method: 'PUT',
        body: new Uint8Array(part),
      })
      await sent.body?.cancel()
      const tag = sent.headers.get('ETag')
      if (!sent.ok || !tag) throw new BackupError(`A part was not taken by ${label}.`)
      tags.push(tag)
      bytes += part.length
    }
    await complete(ask, query, tags)
    return bytes
  } catch (error) {
    content.destroy()
    // Storage is billed for the parts of an abandoned upload until they are removed.
    await ask(`?${query}`, { method: 'DELETE' }).catch(() => undefined)
    throw error
  }
}

async function complete(ask: Ask, query: string, tags: readonly string[]): Promise<void> {
  const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  const done = await ask(`?${query}`, { method: 'POST', body })
  const text = await done.text()
  // S3 may respond with 200 and an error in the body.
  if (!done.ok || text.includes('<Error>'))
    throw new BackupError(`The bucket did not complete the upload: ${codeIn(text)}.`)
}

type Listing = { readonly prefix: string; readonly start: string; readonly label: string }

async function listObjects(
  ask: (query: string) => Promise<Response>,
  { prefix, start, label }: Listing,
): Promise<Stored[]> {
  const found: Stored[] = []
  let token: string | undefined
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + start })
    if (token) query.set('continuation-token', token)
    // oxlint-disable no-await-in-loop -- each page contains the token of the next
    const answer = await ask(query.toString())
    if (!answer.ok) throw new BackupError(`There is no bucket at ${label}.`)
    const text = await answer.text()
    // oxlint-enable no-await-in-loop
    for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = valueIn(entry, 'Key')
      // Our own names contain no characters that XML escapes.
      if (key) found.push({ name: key.slice(prefix.length), bytes: Number(valueIn(entry, 'Size') ?? 0) })
    }
    token = valueIn(text, 'NextContinuationToken')
  } while (token)
  return found
}

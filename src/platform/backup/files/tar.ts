import { BackupError } from '../error.ts'

/*
 * Streaming reader and writer for the tar format (POSIX ustar). By hand, because the common libraries buffer between
 * reader and writer, whereas an async generator stops both sides as soon as one fails, as on a full disk.
 */

const BLOCK = 512
const NAME_BYTES = 100
const PREFIX_BYTES = 155

/** An archive entry. `content` must have exactly `size` bytes. */
export type Entry = { readonly path: string; readonly size: number; readonly content: AsyncIterable<Buffer> }

function splitName(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= NAME_BYTES) return { name: path, prefix: '' }
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(name) <= NAME_BYTES && Buffer.byteLength(prefix) <= PREFIX_BYTES)
      return { name, prefix }
  }
  throw new BackupError(`The name of ${path} is too long for a backup: shorten it.`)
}

/** Writes a number of a tar header in octal, or above 8 GB in base 256, as GNU tar and bsdtar do. */
function writeNumber(header: Buffer, at: number, { value, bytes }: { value: number; bytes: number }): void {
  if (value < 8 ** (bytes - 1)) {
    header.write(`${value.toString(8).padStart(bytes - 1, '0')}\0`, at)
    return
  }
  header[at] = 0x80
  header.writeBigUInt64BE(BigInt(value), at + bytes - 8)
}

const checksumOf = (header: Buffer): number => {
  let sum = 0
  // The checksum is computed with spaces in its own field.
  for (const [i, byte] of header.entries()) sum += i >= 148 && i < 156 ? 0x20 : byte
  return sum
}

function headerOf({ path, size }: Entry, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK)
  const { name, prefix } = splitName(path)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeNumber(header, 124, { value: size, bytes: 12 })
  writeNumber(header, 136, { value: Math.floor(modifiedAt.getTime() / 1000), bytes: 12 })
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(prefix, 345)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Writes entries as the bytes of a tar archive. */
export async function* tar(entries: AsyncIterable<Entry>, modifiedAt: Date): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    yield headerOf(entry, modifiedAt)
    let sent = 0
    for await (const chunk of entry.content) {
      sent += chunk.length
      yield chunk
    }
    if (sent !== entry.size) throw new Error(`${entry.path} has ${sent} bytes and not ${entry.size}`)
    yield Buffer.alloc((BLOCK - (sent % BLOCK)) % BLOCK)
  }
  yield Buffer.alloc(2 * BLOCK)
}

const cutOff = (): BackupError =>
  new BackupError('This backup is cut off or damaged: take another one. Nothing was changed.')

/** Reads exact byte counts from a stream of chunks. */
class Taker {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }
  /** Returns the next bytes, at most `most`. */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      // oxlint-disable-next-line no-await-in-loop -- skips empty chunks
      const next = await this.#chunks.next()
      if (next.done) throw cutOff()
      this.#rest = next.value
    }
    const taken = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(taken.length)
    return taken
  }
  async exactly(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = bytes; left > 0;) {
      // oxlint-disable-next-line no-await-in-loop
      const part = await this.some(left)
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }
  /** Reads to the end, where an encrypted stream authenticates its last bytes. */
  async drain(): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop
    while (!(await this.#chunks.next()).done);
  }
}

const textAt = (header: Buffer, at: number, bytes: number): string =>
  header.toString('utf8', at, at + bytes).replace(/\0.*$/s, '')

function readNumber(header: Buffer, at: number, bytes: number): number {
  if (header[at] === 0x80) return Number(header.readBigUInt64BE(at + bytes - 8))
  return Number.parseInt(textAt(header, at, bytes), 8)
}

/** Reads the entries of an archive in order. Each content must be consumed before the next entry. */
export async function* untar(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const taker = new Taker(chunks)
  for (;;) {
    // oxlint-disable no-await-in-loop -- reads sequentially
    const header = await taker.exactly(BLOCK)
    if (header.every((byte) => byte === 0)) {
      await taker.drain()
      return
    }
    if (Number.parseInt(textAt(header, 148, 8), 8) !== checksumOf(header)) throw cutOff()
    const size = readNumber(header, 124, 12)
    const prefix = textAt(header, 345, PREFIX_BYTES)
    const name = textAt(header, 0, NAME_BYTES)
    const path = prefix ? `${prefix}/${name}` : name
    // Archives made by hand also contain directory entries.
    if (header[156] === 0x30 || header[156] === 0) yield { path, size, content: take(taker, size) }
    await taker.exactly((BLOCK - (size % BLOCK)) % BLOCK)
    // oxlint-enable no-await-in-loop
  }
}

async function* take(taker: Taker, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    // oxlint-disable-next-line no-await-in-loop
    const chunk = await taker.some(left)
    left -= chunk.length
    yield chunk
  }
}

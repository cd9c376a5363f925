import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

// Node's streams and the web's are one class at run time. Only their types differ.
/* oxlint-disable typescript/no-unsafe-type-assertion */
export const toWebStream = (readable: Readable): ReadableStream<Uint8Array<ArrayBuffer>> =>
  Readable.toWeb(readable) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>

export const fromWebStream = (stream: ReadableStream): Readable =>
  Readable.fromWeb(stream as unknown as NodeReadableStream)
/* oxlint-enable typescript/no-unsafe-type-assertion */

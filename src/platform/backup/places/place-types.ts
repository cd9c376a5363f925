import type { Readable } from 'node:stream'

export type Stored = { readonly name: string; readonly bytes: number }

/** Storage for backups. Writes are atomic: a file appears complete or not at all. */
export type BackupPlace = {
  /** Name for messages. */
  readonly label: string
  addressOf(name: string): string
  /** Stores a stream under an unused name and returns its size. */
  put(name: string, content: Readable): Promise<number>
  /** Null if there is no such file. */
  get(name: string): Promise<Readable | null>
  /** All files whose names have the prefix. */
  list(prefix: string): Promise<Stored[]>
  remove(name: string): Promise<void>
}

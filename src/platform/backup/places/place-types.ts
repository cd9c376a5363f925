import type { Readable } from 'node:stream'

export type Stored = { readonly name: string; readonly bytes: number }

/** The place backups are kept at. A file appears there whole under its name, or not at all. */
export type BackupPlace = {
  /** For people. */
  readonly label: string
  addressOf(name: string): string
  /** Stores a stream under a name that is free and answers its size. */
  put(name: string, content: Readable): Promise<number>
  /** Null where nothing has the name. */
  get(name: string): Promise<Readable | null>
  /** Everything whose name begins so. */
  list(prefix: string): Promise<Stored[]>
  remove(name: string): Promise<void>
}

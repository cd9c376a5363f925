import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { SEGMENT } from './files/base-backup.ts'
import { encrypt } from './files/encryption.ts'
import { isMoment, momentName, parseMoment } from './places/names.ts'
import type { BackupPlace, Stored } from './places/place-types.ts'

/*
 * The write-ahead log of the embedded database, copied to the place of the backups. A replication slot keeps each segment
 * in the database until it was stored; its name is the name of the archive. A restored database has no slots and begins
 * an archive of its own, so that two histories never meet under the same names.
 */

const SLOT = 'lounge_wal_'
const FOLDER = 'wal/'
// What the log may grow to while the place cannot be reached. Beyond it the slot is lost and a new archive begins.
const MAX_STORED = '2GB'

export type WalSegment = {
  /** As PostgreSQL names it. */
  readonly segment: string
  /** Everything that was committed before is in this segment or an earlier one. */
  readonly completeAt: Date
  readonly stored: string
}

const folderOf = (archive: string): string => `${FOLDER}${archive}/`

/** The archive that the database writes, or null where it writes none. A slot that fell behind too far is given up. */
export async function findArchive(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string; lost: boolean }>(
    `select slot_name as name, wal_status = 'lost' or wal_status is null as lost
     from pg_replication_slots where slot_name like $1 and not temporary order by 1`,
    [`${SLOT}%`],
  )
  for (const { name } of rows.filter(({ lost }) => lost)) {
    // oxlint-disable-next-line no-await-in-loop -- there is one
    await client.query('select pg_drop_replication_slot($1)', [name])
  }
  return rows.find(({ lost }) => !lost)?.name.slice(SLOT.length) ?? null
}

/** Begins an archive: from here on the database keeps its log until it was stored. */
export async function beginArchive(client: pg.Client): Promise<string> {
  const archive = randomBytes(6).toString('hex')
  await client.query(`alter system set max_slot_wal_keep_size = '${MAX_STORED}'`)
  await client.query('select pg_reload_conf()')
  await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT + archive])
  return archive
}

/** Ends all archives, so that the database does not keep a log for nobody. */
export async function endArchives(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots
     where slot_name like $1 and not temporary and not active`,
    [`${SLOT}%`],
  )
}

type Shipping = {
  readonly archive: string
  readonly dataDir: string
  readonly place: BackupPlace
  readonly publicKeys: readonly string[]
  readonly now: Date
  readonly signal?: AbortSignal
}

/** Stores every segment that is complete and not yet stored. Answers how many those were. */
export async function shipWal(
  client: pg.Client,
  { archive, dataDir, place, ...how }: Shipping,
): Promise<number> {
  const { rows } = await client.query<{ first: string }>(
    'select pg_walfile_name(restart_lsn) as first from pg_replication_slots where slot_name = $1',
    [SLOT + archive],
  )
  const [slot] = rows
  if (!slot) return 0
  // A commit later than `now` stands at the end: a restore to a moment goes on until it sees a commit after it.
  await client.query('select pg_current_xact_id()')
  const switched = await client.query<{ lsn: string }>('select pg_switch_wal() as lsn')
  const lsn = switched.rows[0]?.lsn
  // Where nothing was to be switched, this is the beginning of a segment and not the end of one.
  const ended = await client.query<{ name: string }>('select pg_walfile_name($1::pg_lsn - 1) as name', [lsn])
  const last = ended.rows[0]?.name ?? ''
  const names = (await readdir(join(dataDir, 'pg_wal'))).filter(
    (name) => SEGMENT.test(name) && name >= slot.first && name <= last,
  )
  const stored = new Set((await listWal(place, archive)).map(({ segment }) => segment))
  let count = 0
  for (const name of names.toSorted()) {
    how.signal?.throwIfAborted()
    // oxlint-disable no-await-in-loop -- in their order: the archive never has a gap
    if (!stored.has(name)) {
      const packed = Readable.from([await readFile(join(dataDir, 'pg_wal', name))]).pipe(createGzip())
      const ending = how.publicKeys.length > 0 ? '.gz.age' : '.gz'
      const content = how.publicKeys.length > 0 ? await encrypt(packed, how.publicKeys) : packed
      await place.put(`${folderOf(archive)}${name}.${momentName(how.now)}${ending}`, content)
      count += 1
    }
    // oxlint-enable no-await-in-loop
  }
  await client.query('select pg_replication_slot_advance($1, $2)', [SLOT + archive, lsn])
  return count
}

const NAME = /^wal\/[0-9a-f]+\/([0-9A-F]{24})\.(\d{8}T\d{6}Z)\.gz(?:\.age)?$/

/** The segments of an archive in their order. */
export async function listWal(place: BackupPlace, archive: string): Promise<WalSegment[]> {
  return readNames(await place.list(folderOf(archive)))
}

function readNames(stored: readonly Stored[]): WalSegment[] {
  return stored
    .flatMap(({ name }) => {
      const [, segment, moment] = NAME.exec(name) ?? []
      return segment && moment && isMoment(moment)
        ? [{ segment, completeAt: parseMoment(moment), stored: name }]
        : []
    })
    .toSorted((a, b) => (a.segment < b.segment ? -1 : 1))
}

/**
 * Removes the log that no daily backup needs: of each archive what was complete before the oldest backup that is kept for
 * it was begun.
 */
export async function removeOldWal(place: BackupPlace, needed: { readonly since: Date }): Promise<number> {
  let removed = 0
  const all = await place.list(FOLDER)
  for (const { stored, completeAt } of readNames(all)) {
    if (completeAt >= needed.since) continue
    // oxlint-disable-next-line no-await-in-loop -- a few each day
    await place.remove(stored)
    removed += 1
  }
  return removed
}

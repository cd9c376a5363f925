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
 * Archives the write-ahead log (WAL) of the embedded database to the backup place. A replication slot retains each
 * segment until it is stored, and the name of the slot is the name of the archive. A restored database has no slot and
 * starts a new archive, so two timelines never share names.
 */

const SLOT = 'lounge_wal_'
const FOLDER = 'wal/'
// WAL limit while the place is unreachable. Beyond it PostgreSQL invalidates the slot, and a new archive begins.
const MAX_STORED = '2GB'

export type WalSegment = {
  /** PostgreSQL's segment name. */
  readonly segment: string
  /** All commits before this moment are in this segment or an earlier one. */
  readonly completeAt: Date
  readonly stored: string
}

const folderOf = (archive: string): string => `${FOLDER}${archive}/`

/** Name of the current archive; null without one. Drops a slot that PostgreSQL invalidated. */
export async function findArchive(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string; lost: boolean }>(
    `select slot_name as name, wal_status = 'lost' or wal_status is null as lost
     from pg_replication_slots where slot_name like $1 and not temporary order by 1`,
    [`${SLOT}%`],
  )
  for (const { name } of rows.filter(({ lost }) => lost)) {
    // oxlint-disable-next-line no-await-in-loop -- there is at most one
    await client.query('select pg_drop_replication_slot($1)', [name])
  }
  return rows.find(({ lost }) => !lost)?.name.slice(SLOT.length) ?? null
}

/** Starts an archive: from here on the slot retains the WAL until it is stored. */
export async function beginArchive(client: pg.Client): Promise<string> {
  const archive = randomBytes(6).toString('hex')
  await client.query(`alter system set max_slot_wal_keep_size = '${MAX_STORED}'`)
  await client.query('select pg_reload_conf()')
  await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT + archive])
  return archive
}

/** Drops all slots, so that the WAL is not retained for an unused archive. */
export async function endArchives(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots
     where slot_name like $1 and not temporary and not active`,
    [`${SLOT}%`],
  )
}

type Archiving = {
  readonly archive: string
  readonly dataDir: string
  readonly place: BackupPlace
  readonly publicKeys: readonly string[]
  readonly now: Date
  readonly signal?: AbortSignal
}

/** Stores all completed segments that are not stored yet. Returns their number. */
export async function archiveWal(
  client: pg.Client,
  { archive, dataDir, place, ...how }: Archiving,
): Promise<number> {
  const { rows } = await client.query<{ first: string }>(
    'select pg_walfile_name(restart_lsn) as first from pg_replication_slots where slot_name = $1',
    [SLOT + archive],
  )
  const [slot] = rows
  if (!slot) return 0
  // A commit after `now`: recovery to a moment needs to see one to stop there.
  await client.query('select pg_current_xact_id()')
  const switched = await client.query<{ lsn: string }>('select pg_switch_wal() as lsn')
  const lsn = switched.rows[0]?.lsn
  // If nothing was switched, the LSN is the start of a segment, not the end of one.
  const ended = await client.query<{ name: string }>('select pg_walfile_name($1::pg_lsn - 1) as name', [lsn])
  const last = ended.rows[0]?.name ?? ''
  const names = (await readdir(join(dataDir, 'pg_wal'))).filter(
    (name) => SEGMENT.test(name) && name >= slot.first && name <= last,
  )
  const stored = new Set((await listWal(place, archive)).map(({ segment }) => segment))
  let count = 0
  for (const name of names.toSorted()) {
    how.signal?.throwIfAborted()
    // oxlint-disable no-await-in-loop -- in order, so that the archive never has a gap
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

/** Segments of an archive, in order. */
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

/** Removes WAL that was completed before the start of the oldest daily backup of its archive. */
export async function removeOldWal(place: BackupPlace, needed: { readonly since: Date }): Promise<number> {
  let removed = 0
  const all = await place.list(FOLDER)
  for (const { stored, completeAt } of readNames(all)) {
    if (completeAt >= needed.since) continue
    // oxlint-disable-next-line no-await-in-loop -- a few a day
    await place.remove(stored)
    removed += 1
  }
  return removed
}

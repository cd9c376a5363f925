import { listExpectedEntries, loadGuestList } from '#features/guest-lists/entries/service.ts'
import { listCoverTaken } from '#features/payments/cover/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import { listArrivalEvents, type PartyEvent } from '#features/reservation-management/arrivals/service.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { promoterCounts } from './rules.ts'
import type { ListShown, PromoterCounts } from './schema.ts'

type Deps = { readonly db: Db; readonly actor: Actor }
type Entry = { readonly id: string; readonly guestCount: number; readonly removedAt: unknown }

/** A guest list with the arrivals of its guests; null where there is none. Email addresses are for those who edit it. */
export async function loadListShown({ db, actor }: Deps, id: string): Promise<ListShown | null> {
  const found = await loadGuestList({ db }, id)
  if (!found) return null
  const arrivals = await readArrivals(db, found.entries)
  return {
    ...found,
    entries: found.entries.map((entry) => {
      const { arrived, state } = attendanceIn(arrivals, entry)
      const guestEmail = may(actor.role, 'guest_lists.edit') ? entry.guestEmail : null
      return { ...entry, guestEmail, arrived, state }
    }),
  }
}

/** Counts of a night by promoter. */
export async function loadPromoterCounts(
  { db }: Pick<Deps, 'db'>,
  date: CalendarDate,
): Promise<PromoterCounts[]> {
  const entries = await listExpectedEntries(db, { date, since: null })
  const ids = entries.map(({ id }) => id)
  const [arrivals, covers] = await Promise.all([readArrivals(db, entries), listCoverTaken(db, ids)])
  const takenOf = Map.groupBy(covers, ({ partyId }) => partyId)
  return promoterCounts(
    entries.map((entry) => ({
      promoter: entry.promoter,
      guestCount: entry.guestCount,
      arrived: attendanceIn(arrivals, entry).arrived,
      isRemoved: entry.removedAt !== null,
      taken: takenOf.get(entry.id) ?? [],
    })),
  )
}

type Arrivals = ReadonlyMap<string, readonly PartyEvent[]>

const readArrivals = async (db: Db, entries: readonly Entry[]): Promise<Arrivals> =>
  Map.groupBy(
    await listArrivalEvents(
      db,
      entries.map(({ id }) => id),
    ),
    ({ partyId }) => partyId,
  )

const attendanceIn = (arrivals: Arrivals, { id, guestCount, removedAt }: Entry) =>
  attendanceOf({
    status: removedAt === null ? 'confirmed' : 'cancelled',
    guestCount,
    leftAt: null,
    events: arrivals.get(id) ?? [],
  })

import { listPromotedEntries, loadGuestList } from '#features/guest-lists/entries/service.ts'
import { loadListsTold } from '#features/guest-lists/night-changes/service.ts'
import { listNightCover } from '#features/payments/cover/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import {
  attendanceOf,
  countArrived,
  standingEvents,
} from '#features/reservation-management/arrivals/rules.ts'
import {
  listArrivalEvents,
  listEntryEventsOfNight,
  type PartyEvent,
} from '#features/reservation-management/arrivals/service.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { promoterCounts } from './rules.ts'
import type { ListShown, PromoterCounts } from './schema.ts'

type Deps = { readonly db: Db; readonly actor: Actor; readonly now: Date }
type Entry = { readonly id: string; readonly guestCount: number; readonly removedAt: unknown }

/** A guest list with the arrivals of its guests; null where there is none. Email addresses are for those who edit it. */
export async function loadListShown({ db, actor, now }: Deps, id: string): Promise<ListShown | null> {
  const found = await loadGuestList({ db }, id)
  if (!found) return null
  const arrivals = await readArrivals(db, found.entries)
  const [told = null] = await loadListsTold({ db, now }, { listId: id })
  return {
    ...found,
    told,
    entries: found.entries.map((entry) => {
      const { arrived, state } = attendanceIn(arrivals, entry)
      const guestEmail = may(actor.role, 'guest_lists.edit') ? entry.guestEmail : null
      return { ...entry, guestEmail, arrived, state }
    }),
  }
}

/**
 * Counts of a night by promoter. Guests who came, and the cover that they paid, belong to the night on which they did, also
 * where the event of their list was moved to another one since: the close-out counts them there, too.
 */
export async function loadPromoterCounts(
  { db }: Pick<Deps, 'db'>,
  date: CalendarDate,
): Promise<PromoterCounts[]> {
  const standing = standingEvents(await listEntryEventsOfNight(db, date))
  const arrivals = Map.groupBy(standing, ({ partyId }) => partyId)
  const taken = (await listNightCover(db, date)).filter(({ takenBackBy }) => takenBackBy === null)
  const covers = Map.groupBy(taken, ({ entryId }) => entryId)
  const ids = [...arrivals.keys(), ...covers.keys()].filter((id) => id !== null)
  const entries = await listPromotedEntries(db, { date, ids })
  return promoterCounts(
    entries.map((entry) => ({
      ...entry,
      arrived: countArrived(arrivals.get(entry.id) ?? []),
      items: (covers.get(entry.id) ?? []).flatMap(({ items }) => items),
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

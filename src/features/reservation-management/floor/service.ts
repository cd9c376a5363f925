import { turnTimeMinutes } from '#features/dining/table-assignments/rules.ts'
import { listFurniture, listTables } from '#features/floor-plan/chart/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { dateOf } from '#features/reservation-management/tonight/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { NOT_ALLOWED } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { Floor, ServerForm } from './schema.ts'
import { listBlocks, listNights, listServers, listStaffNames, writeServer } from './store.ts'

export { listStaffNames } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** The room of a date: tables, what staff hold, the events, and who serves. Its parties are those of the night's list. */
export async function loadFloor({ db, now }: Deps, query: URLSearchParams): Promise<Floor> {
  const date = dateOf(query.get('date'), now)
  const [venue, tables, furniture, blocks, nights, servers, staffNames] = await Promise.all([
    loadVenue({ db }),
    listTables(db),
    listFurniture(db),
    listBlocks(db, date, now),
    listNights(db, date),
    listServers(db, date),
    listStaffNames(db),
  ])
  return {
    date,
    today: businessDate(now),
    tables,
    furniture,
    turnMinutes: turnTimeMinutes(venue, 1),
    blocks: blocks.map((it) => ({ ...it, from: it.from.toISOString(), until: it.until.toISOString() })),
    nights: nights.map((it) => ({
      ...it,
      startsAt: it.startsAt.toISOString(),
      endsAt: it.endsAt.toISOString(),
    })),
    servers,
    staffNames,
  }
}

/** Sets the server of a zone for a night. */
export async function setZoneServer(
  { db, actor }: Deps & { readonly actor: Actor },
  form: ServerForm,
): Promise<Result<null, { readonly why: 'not_allowed' }>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  await writeServer(db, form)
  return ok(null)
}

import { purgeEvents } from '#features/events/management/service.ts'
import { purgeTables } from '#features/floor-plan/tables/service.ts'
import { galleryList } from '#features/gallery/service.ts'
import { modalList } from '#features/home-modals/service.ts'
import { menuList } from '#features/menu/service.ts'
import { purgeRequests } from '#features/requests/service.ts'
import { purgeReservations } from '#features/reservation-management/deletion/service.ts'
import { purgeSpecialDays } from '#features/reservation-management/special-days/service.ts'
import { TRASH_DAYS, TRASH_ENTITIES, type TrashEntity } from '#features/trash/schema.ts'
import { addHours } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

type Deps = { readonly db: Db; readonly now: Date }

const PURGES: Readonly<Record<TrashEntity, (deps: Deps, before: Date) => Promise<number>>> = {
  menu_item: menuList.purge,
  gallery_item: galleryList.purge,
  modal: modalList.purge,
  event: ({ db }, before) => purgeEvents(db, before),
  table: ({ db }, before) => purgeTables(db, before),
  inquiry: (deps, before) => purgeRequests(deps, 'inquiry', before),
  table_request: (deps, before) => purgeRequests(deps, 'table_request', before),
  application: (deps, before) => purgeRequests(deps, 'application', before),
  reservation: purgeReservations,
  special_day: purgeSpecialDays,
}

/** Purges items deleted more than thirty days ago. */
export async function purgeTrash({ db, now }: Deps): Promise<number> {
  const before = addHours(now, -24 * TRASH_DAYS)
  let purged = 0
  // oxlint-disable-next-line no-await-in-loop -- one kind after the other: there is all night
  for (const entity of TRASH_ENTITIES) purged += await PURGES[entity]({ db, now }, before)
  return purged
}

import { galleryList } from '#features/gallery/service.ts'
import {
  listDeletedReservations,
  restoreReservation,
  purgeReservations,
} from '#features/reservation-management/deletion/service.ts'
import type { OffSaleRefusal } from '#features/reservation-management/service.ts'
import { menuList } from '#features/menu/service.ts'
import {
  listDeletedEvents,
  purgeEvents,
  restoreEvent,
  type RestoreRefusal as EventRefusal,
} from '#features/events/management/service.ts'
import { modalList } from '#features/home-modals/service.ts'
import { listDeletedRequests, restoreRequest, purgeRequests } from '#features/requests/service.ts'
import type { RequestKind } from '#features/requests/schema.ts'
import {
  listDeletedSpecialDays,
  restoreSpecialDay,
  purgeSpecialDays,
} from '#features/reservation-management/special-days/service.ts'
import { may, type StaffAction } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { listDeletedTables, restoreTable, purgeTables } from '#features/floor-plan/tables/service.ts'
import { addHours } from '#lib/venue-time.ts'
import type { Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { TRASH_DAYS, TRASH_ENTITIES, type TrashEntity, type TrashItem, type RestoreForm } from './schema.ts'

type Deps = { readonly db: Db; readonly now: Date }
type ActorDeps = Deps & { readonly actor: Actor }
type Deleted = { readonly id: string; readonly name: string; readonly deletedAt: Date | null }

export type RestoreRefusal =
  | EventRefusal
  /** Restoring conflicts with other data, such as a table that was assigned meanwhile. */
  | { readonly why: 'refused'; readonly text: string }
  | OffSaleRefusal

type Agreed = Pick<RestoreForm, 'agreedDinners' | 'offSale'>

/** Trash operations of one entity: list, restore and purge. */
type TrashKind = {
  readonly needs: StaffAction
  readonly listDeleted: (deps: Deps) => Promise<readonly Deleted[]>
  readonly restore: (deps: ActorDeps, id: string, agreed: Agreed) => Promise<Result<null, RestoreRefusal>>
  readonly purge: (deps: Deps, before: Date) => Promise<number>
}

const requestTrash = (kind: RequestKind, needs: StaffAction): TrashKind => ({
  needs,
  listDeleted: (deps) => listDeletedRequests(deps, kind),
  restore: (deps, id) => restoreRequest(deps, kind, id),
  purge: (deps, before) => purgeRequests(deps, kind, before),
})

/** Lists made by `staffList`, by their names. The staff API serves them, too. */
export const RECORD_LISTS = { menu: menuList, gallery: galleryList, modals: modalList }

const TRASH_KINDS: Readonly<Record<TrashEntity, TrashKind>> = {
  menu_item: RECORD_LISTS.menu,
  gallery_item: RECORD_LISTS.gallery,
  modal: RECORD_LISTS.modals,
  event: {
    needs: 'events.edit',
    listDeleted: listDeletedEvents,
    restore: (deps, id, { agreedDinners = [] }) => restoreEvent(deps, id, agreedDinners),
    purge: ({ db }, before) => purgeEvents(db, before),
  },
  table: {
    needs: 'tables.edit',
    listDeleted: listDeletedTables,
    restore: restoreTable,
    purge: ({ db }, before) => purgeTables(db, before),
  },
  inquiry: requestTrash('inquiry', 'inquiries.edit'),
  table_request: requestTrash('table_request', 'inquiries.edit'),
  application: requestTrash('application', 'applications.edit'),
  reservation: {
    needs: 'reservations.delete',
    listDeleted: listDeletedReservations,
    restore: (deps, id, { offSale }) => restoreReservation(deps, id, offSale),
    purge: purgeReservations,
  },
  special_day: {
    needs: 'settings.edit',
    listDeleted: listDeletedSpecialDays,
    restore: restoreSpecialDay,
    purge: purgeSpecialDays,
  },
}

/** Deleted items that the actor may restore, newest first. */
export async function listTrash({ db, now, actor }: ActorDeps): Promise<TrashItem[]> {
  const found = await Promise.all(
    TRASH_ENTITIES.map(async (entity) => {
      const { needs, listDeleted } = TRASH_KINDS[entity]
      if (!may(actor.role, needs)) return []
      const rows = await listDeleted({ db, now })
      return rows.map(({ id, name, deletedAt }) => ({
        entity,
        id,
        name,
        deletedAt: (deletedAt ?? now).toISOString(),
      }))
    }),
  )
  return found.flat().toSorted((a, b) => b.deletedAt.localeCompare(a.deletedAt))
}

/** Restores an item. Events that overlap dinners, and dinners that overlap events, need the agreement of staff first. */
export const restoreFromTrash = (
  deps: ActorDeps,
  { entity, id, ...agreed }: RestoreForm,
): Promise<Result<null, RestoreRefusal>> => TRASH_KINDS[entity].restore(deps, id, agreed)

/** Purges items deleted more than thirty days ago. */
export async function purgeTrash({ db, now }: Deps): Promise<number> {
  const before = addHours(now, -24 * TRASH_DAYS)
  let purged = 0
  // oxlint-disable-next-line no-await-in-loop -- one kind after the other: there is all night
  for (const entity of TRASH_ENTITIES) purged += await TRASH_KINDS[entity].purge({ db, now }, before)
  return purged
}

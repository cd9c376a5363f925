import { listDeletedGalleryItems, restoreGalleryItem, purgeGalleryItems } from '#features/gallery/service.ts'
import {
  listDeletedReservations,
  restoreReservation,
  purgeReservations,
} from '#features/reservation-management/deletion/service.ts'
import { listDeletedMenuItems, restoreMenuItem, purgeMenuItems } from '#features/menu/service.ts'
import { listDeletedEvents, restoreEvent, purgeEvents } from '#features/events/management/service.ts'
import { listDeletedModals, restoreModal, purgeModals } from '#features/home-modals/service.ts'
import { listDeletedRequests, restoreRequest, purgeRequests } from '#features/requests/service.ts'
import type { OverlappingDinner } from '#features/reservations/affected-guests/schema.ts'
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
  | { readonly why: 'not_allowed' | 'gone' }
  /** Its place was given to somebody else meanwhile. */
  | { readonly why: 'refused'; readonly text: string }
  /** Dinners have tables of an event, and staff have not agreed to that yet. */
  | { readonly why: 'dinners'; readonly dinners: readonly OverlappingDinner[] }

/** How one kind of thing lies in the bin, gets out of it again, and is thrown away. */
type TrashKind = {
  readonly needs: StaffAction
  readonly list: (deps: Deps) => Promise<readonly Deleted[]>
  readonly restore: (
    deps: ActorDeps,
    id: string,
    agreedDinners: readonly string[],
  ) => Promise<Result<null, RestoreRefusal>>
  readonly purge: (deps: Deps, before: Date) => Promise<number>
}

const requestTrash = (kind: RequestKind, needs: StaffAction): TrashKind => ({
  needs,
  list: (deps) => listDeletedRequests(deps, kind),
  restore: (deps, id) => restoreRequest(deps, kind, id),
  purge: (deps, before) => purgeRequests(deps, kind, before),
})

const SHELVES: Readonly<Record<TrashEntity, TrashKind>> = {
  menu_item: {
    needs: 'menu.edit',
    list: listDeletedMenuItems,
    restore: restoreMenuItem,
    purge: purgeMenuItems,
  },
  gallery_item: {
    needs: 'gallery.edit',
    list: listDeletedGalleryItems,
    restore: restoreGalleryItem,
    purge: purgeGalleryItems,
  },
  modal: { needs: 'modals.edit', list: listDeletedModals, restore: restoreModal, purge: purgeModals },
  event: { needs: 'events.edit', list: listDeletedEvents, restore: restoreEvent, purge: purgeEvents },
  table: { needs: 'tables.edit', list: listDeletedTables, restore: restoreTable, purge: purgeTables },
  inquiry: requestTrash('inquiry', 'inquiries.edit'),
  table_request: requestTrash('table_request', 'inquiries.edit'),
  application: requestTrash('application', 'applications.edit'),
  reservation: {
    needs: 'reservations.delete',
    list: listDeletedReservations,
    restore: restoreReservation,
    purge: purgeReservations,
  },
  special_day: {
    needs: 'settings.edit',
    list: listDeletedSpecialDays,
    restore: restoreSpecialDay,
    purge: purgeSpecialDays,
  },
}

/** What was deleted in the last thirty days and can be taken out again by whoever asks, newest first. */
export async function listTrash({ db, now, actor }: ActorDeps): Promise<TrashItem[]> {
  const found = await Promise.all(
    TRASH_ENTITIES.map(async (entity) => {
      const { needs, list } = SHELVES[entity]
      if (!may(actor.role, needs)) return []
      const rows = await list({ db, now })
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

/** Restores something from the bin. An event over dinners is restored once staff have agreed to each of them. */
export const restoreFromTrash = (
  deps: ActorDeps,
  { entity, id, agreedDinners = [] }: RestoreForm,
): Promise<Result<null, RestoreRefusal>> => SHELVES[entity].restore(deps, id, agreedDinners)

/** Throws away for good what has been in the bin for thirty days. */
export async function purgeTrash({ db, now }: Deps): Promise<number> {
  const before = addHours(now, -24 * TRASH_DAYS)
  let swept = 0
  // oxlint-disable-next-line no-await-in-loop -- one kind after the other: there is all night
  for (const entity of TRASH_ENTITIES) swept += await SHELVES[entity].purge({ db, now }, before)
  return swept
}

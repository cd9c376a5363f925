import * as z from 'zod/mini'
import { agreedDinners } from '#features/events/management/schema.ts'
import {
  listDeletedReservations,
  restoreReservation,
} from '#features/reservation-management/deletion/service.ts'
import type { OffSaleRefusal } from '#features/reservation-management/service.ts'
import {
  listDeletedEvents,
  restoreEvent,
  type RestoreRefusal as EventRefusal,
} from '#features/events/management/service.ts'
import { listDeletedRequests, restoreRequest } from '#features/requests/service.ts'
import type { RequestKind } from '#features/requests/schema.ts'
import {
  listDeletedSpecialDays,
  restoreSpecialDay,
} from '#features/reservation-management/special-days/service.ts'
import { may, type StaffAction } from '#features/permissions/rules.ts'
import { listDeletedTables, restoreTable } from '#features/floor-plan/tables/service.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import type { Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { RECORD_LISTS } from '../record-lists.ts'
import { TRASH_ENTITIES, type TrashEntity, type TrashItem } from '#features/trash/schema.ts'
import type { RefusedWithText } from '#lib/refusal.ts'

type Deps = { readonly db: Db; readonly now: Date }
type Deleted = { readonly id: string; readonly name: string; readonly deletedAt: Date | null }

export type RestoreRefusal =
  | EventRefusal
  /** Restoring conflicts with other data, such as a table that was assigned meanwhile. */
  | RefusedWithText
  | OffSaleRefusal

export const restoreForm = z.strictObject({
  entity: z.enum(TRASH_ENTITIES),
  id: z.uuid(),
  agreedDinners,
  /** Tables that staff agreed to take off sale for an event. */
  offSale: z.optional(z.array(z.uuid()).check(z.maxLength(9))),
})
type RestoreForm = z.output<typeof restoreForm>
type Agreed = Pick<RestoreForm, 'agreedDinners' | 'offSale'>

/** Trash operations of one entity. */
type TrashKind = {
  readonly needs: StaffAction
  readonly listDeleted: (deps: Deps) => Promise<readonly Deleted[]>
  /** A text for staff where the item came back as another than it was; else null. */
  readonly restore: (
    deps: ActorDeps,
    id: string,
    agreed: Agreed,
  ) => Promise<Result<string | null, RestoreRefusal>>
}

const requestTrash = (kind: RequestKind, needs: StaffAction): TrashKind => ({
  needs,
  listDeleted: (deps) => listDeletedRequests(deps, kind),
  restore: (deps, id) => restoreRequest(deps, kind, id),
})

const TRASH_KINDS: Readonly<Record<TrashEntity, TrashKind>> = {
  menu_item: RECORD_LISTS.menu,
  gallery_item: RECORD_LISTS.gallery,
  modal: RECORD_LISTS.modals,
  event: {
    needs: 'events.edit',
    listDeleted: listDeletedEvents,
    restore: (deps, id, agreed) => restoreEvent(deps, id, agreed.agreedDinners ?? []),
  },
  table: {
    needs: 'tables.edit',
    listDeleted: listDeletedTables,
    restore: restoreTable,
  },
  inquiry: requestTrash('inquiry', 'inquiries.edit'),
  table_request: requestTrash('table_request', 'inquiries.edit'),
  application: requestTrash('application', 'applications.edit'),
  reservation: {
    needs: 'reservations.delete',
    listDeleted: listDeletedReservations,
    restore: (deps, id, { offSale }) => restoreReservation(deps, id, offSale),
  },
  special_day: {
    needs: 'settings.edit',
    listDeleted: listDeletedSpecialDays,
    restore: restoreSpecialDay,
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
): Promise<Result<string | null, RestoreRefusal>> => TRASH_KINDS[entity].restore(deps, id, agreed)

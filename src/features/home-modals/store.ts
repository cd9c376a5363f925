import type { Db } from '#platform/db/db.ts'
import type { HomeModal, ModalForm, StaffModal } from './schema.ts'

const modals = (db: Db) =>
  db
    .selectFrom('homeModals as h')
    .leftJoin('media as m', 'm.id', 'h.imageId')
    .where('h.deletedAt', 'is', null)
    .select(['h.id', 'h.title', 'h.description'])
    .select([
      'h.primaryButtonText',
      'h.primaryButtonAction',
      'h.secondaryButtonText',
      'h.secondaryButtonAction',
    ])
    .select(['m.id as mediaId', 'm.width', 'm.height'])

type Row = Awaited<ReturnType<ReturnType<typeof modals>['execute']>>[number]

const toModal = ({ mediaId, width, height, ...row }: Row): HomeModal => ({
  ...row,
  picture: mediaId && width && height ? { id: mediaId, width, height } : null,
})

export async function listActiveModals(db: Db): Promise<HomeModal[]> {
  const rows = await modals(db).where('h.isActive', '=', true).orderBy('h.createdAt').execute()
  return rows.map(toModal)
}

const staffModals = (db: Db) => modals(db).select(['h.isActive', 'h.version', 'h.createdAt'])
type StaffRow = Awaited<ReturnType<ReturnType<typeof staffModals>['execute']>>[number]

const toStaffModal = ({ isActive, version, createdAt, ...row }: StaffRow): StaffModal => ({
  ...toModal(row),
  isActive,
  version,
  createdAt: createdAt.toISOString(),
})

/** Newest first. */
export async function listStaffModals(db: Db): Promise<StaffModal[]> {
  const rows = await staffModals(db).orderBy('h.createdAt', 'desc').orderBy('h.id').execute()
  return rows.map(toStaffModal)
}

export async function findStaffModal(db: Db, id: string): Promise<StaffModal | null> {
  const row = await staffModals(db).where('h.id', '=', id).executeTakeFirst()
  return row ? toStaffModal(row) : null
}

/** The targets of button actions, `event:{id}` and `menu-item:{id}`, that exist. */
export async function listTargets(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const events = await db
    .selectFrom('events')
    .where('id', 'in', [...ids])
    .where('deletedAt', 'is', null)
    .select('id')
    .execute()
  const items = await db
    .selectFrom('menuItems')
    .where('id', 'in', [...ids])
    .where('deletedAt', 'is', null)
    .select('id')
    .execute()
  return [...events.map(({ id }) => `event:${id}`), ...items.map(({ id }) => `menu-item:${id}`)]
}

export const insertModal = (db: Db, form: ModalForm): Promise<{ id: string }> =>
  db.insertInto('homeModals').values(form).returning('id').executeTakeFirstOrThrow()

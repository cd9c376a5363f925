import { beforeAll, expect, test } from 'vitest'
import { modalForm } from '#features/home-modals/schema.ts'
import { modalList } from '#features/home-modals/service.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { editResponse } from '#web/admin/api/edit-response.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { createStaff } from './sign-in.ts'

let database: TestDatabase
let manager = ''
beforeAll(async () => {
  database = await cloneDatabase()
  manager = await createStaff(database, 'manager@example.com')
})
const as = (role: StaffRole) => ({
  db: database.db,
  now: new Date(),
  actor: { id: manager, name: 'Manager', role },
})
const fields = {
  title: 'Offer',
  description: 'Tonight',
  imageId: null,
  primaryButtonText: '',
  primaryButtonAction: '',
  secondaryButtonText: '',
  secondaryButtonAction: '',
  isActive: true,
}

test('the button of a modal opens only an event or a menu item that exists, and its field says so', async () => {
  const { rows } = await database.pool.query<{ event: string; item: string }>(
    `select (select id from events where deleted_at is null limit 1) as event,
       (select id from menu_items where deleted_at is null limit 1) as item`,
  )
  const { event = '', item = '' } = rows[0] ?? {}
  const opening = (primary: string, secondary: string) =>
    modalForm.parse({ ...fields, primaryButtonAction: primary, secondaryButtonAction: secondary })
  const added = await modalList.add(as('manager'), opening(`event:${event}`, `menu-item:${item}`))
  expect(added).toMatchObject({ ok: true })
  const none = '00000000-0000-4000-8000-000000000000'
  const messages = {
    primaryButtonAction: 'This event does not exist any more. Please choose another one.',
    secondaryButtonAction: 'This menu item does not exist any more. Please choose another one.',
  }
  const wrong = opening(`event:${none}`, `menu-item:${event}`)
  const refused = await modalList.add(as('manager'), wrong)
  expect(refused).toEqual({ ok: false, reason: { why: 'invalid', fields: messages } })
  const response = editResponse(refused)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ error: 'invalid', fields: messages })
  const at = added.ok ? { id: added.value.id, version: added.value.version } : { id: '', version: 0 }
  expect(await modalList.change(as('manager'), at, wrong)).toMatchObject({ reason: { fields: messages } })
  await database.pool.query('update menu_items set deleted_at = now() where id = $1', [item])
  const gone = await modalList.change(as('manager'), at, opening(`event:${event}`, `menu-item:${item}`))
  expect(gone).toMatchObject({
    reason: { fields: { secondaryButtonAction: messages.secondaryButtonAction } },
  })
  await database.pool.query('update menu_items set deleted_at = null where id = $1', [item])
})

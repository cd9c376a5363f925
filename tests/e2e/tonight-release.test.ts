import { beforeEach, expect, test } from 'vitest'
import { holdNext, toast } from '../staff/admin-visit.ts'
import { bookTonight, clearTonight } from '../staff/night-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, PHONE } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()

/** A party of six that has a table, and whose time has come. */
let party = ''
beforeEach(async () => {
  await clearTonight(database())
  const [id = ''] = await bookTonight(database(), ['Ada Obi'])
  await database().pool.query(
    `update reservations set table_id = (select id from venue_tables order by table_number limit 1),
       starts_at = least(starts_at, now() - interval '1 minute') where id = $1`,
    [id],
  )
  party = id
})

async function openSheet() {
  const page = await asStaffMember('/admin/tonight', { ...PHONE, role: 'host' })
  await page.getByRole('button', { name: /^Ada Obi,/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Ada Obi' })
  const tap = (name: string) => sheet.getByRole('button', { name, exact: true }).click()
  return { page, tap }
}
const recorded = async () =>
  (
    await database().pool.query<{ kind: string }>(
      'select kind from arrival_events where reservation_id = $1 order by seq',
      [party],
    )
  ).rows.map(({ kind }) => kind)
const isFree = async () =>
  (await database().pool.query('select from reservations where id = $1 and left_at is not null', [party]))
    .rowCount === 1

test('a table released while its no-show is sent is free, and nobody is counted as arrived', async () => {
  const { page, tap } = await openSheet()
  await holdNext(page, '**/admin/api/arrivals')
  await tap('No-show')
  await tap('Release the table')
  await expect.poll(isFree).toBe(true)
  await toast(page, 'No-show').waitFor()
  expect(await recorded()).toEqual(['no_show'])
})

test('a table is not released where the no-show could not be recorded', async () => {
  const { page, tap } = await openSheet()
  await page.route('**/admin/api/arrivals', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return route.abort()
  })
  await tap('No-show')
  await tap('Release the table')
  await toast(page, 'Error releasing the table').waitFor()
  expect([await isFree(), await recorded()]).toEqual([false, []])
})

async function tableOfParty(): Promise<{ id: string; n: number }> {
  const { rows } = await database().pool.query<{ id: string; n: number }>(
    `select t.id, t.table_number as n from venue_tables t join reservations r on r.table_id = t.id where r.id = $1`,
    [party],
  )
  return rows[0] ?? { id: '', n: 0 }
}

test('a table that breaks is sold no more, and is shown with its party until that has another one', async () => {
  const { id, n } = await tableOfParty()
  const page = await asStaffMember('/admin/floor', PHONE)
  const row = page.getByRole('button', { name: new RegExp(`^Table ${n}, seats`) }).first()
  await row.click()
  await page.getByRole('button', { name: `Take table ${n} out of use` }).click()
  const question = page.getByRole('dialog', { name: `Take table ${n} out of use?` })
  await question.getByText(/ · Ada Obi, 6 guests$/).waitFor()
  await question.getByRole('button', { name: 'Take out of use' }).click()
  await toast(page, '1 taken out of use').waitFor()
  await page.keyboard.press('Escape')
  const toMove = page.getByRole('heading', { name: 'Their table is not in use' })
  await toMove.waitFor()
  await page.getByRole('button', { name: new RegExp(`^Table ${n}, .*Ada Obi.*, table not in use`) }).waitFor()
  expect(await axeViolations(page)).toEqual([])

  await page.goto('/admin/overview')
  await page.getByRole('link', { name: /part(y needs|ies need) another table$/ }).click()
  await page.waitForURL('**/admin/tables?sort=status')
  const first = page.locator('[data-row] th a').first()
  await expect.poll(() => first.textContent()).toMatch(/part(y|ies) to move · /)
  await first.click()
  await page.waitForURL(`**/admin/tables/${id}`)
  const still = page.getByRole('region', { name: 'Parties to move' })
  await still.getByText(/part(y|ies) still ha(s|ve) this table$/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await still.getByRole('link', { name: /Ada Obi/ }).click()
  await page.waitForURL(`**/admin/reservations/${party}`)
  await page.getByText(`Table ${n} is not in use: this party needs another table.`).waitFor()

  await page.goto('/admin/floor')
  await page.getByRole('button', { name: 'Choose a table: Ada Obi' }).click()
  const free = page.getByRole('dialog').getByRole('checkbox', { disabled: false, checked: false }).last()
  await free.check()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await toMove.waitFor({ state: 'detached' })
  await row.click()
  await page.getByRole('button', { name: `Put table ${n} back in use` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put back in use' }).click()
  await toast(page, '1 put back in use').waitFor()
})

test('a table is taken out of use by its form as well, once staff agreed that its parties keep it', async () => {
  const { id, n } = await tableOfParty()
  const page = await asStaffMember(`/admin/tables/${id}`, PHONE)
  await page.getByRole('button', { name: `Edit table ${n}` }).click()
  const form = page.getByRole('dialog', { name: 'Edit Table' })
  await form.getByLabel(/^Available/).uncheck()
  await form.getByRole('button', { name: 'Update' }).click()
  const agreement = page.getByRole('dialog', { name: `Take table ${n} out of use?` })
  await agreement
    .getByText(/have this table: .*Ada Obi \(6 guests, |^One party has this table: Ada Obi/)
    .waitFor()
  await agreement.getByRole('button', { name: 'Save anyway' }).click()
  await page.getByRole('region', { name: 'Parties to move' }).waitFor()
  await page.getByRole('button', { name: `More for table ${n}` }).click()
  await page.getByRole('menuitem', { name: 'Put back in use' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put back in use' }).click()
  await page.getByRole('region', { name: 'Parties to move' }).waitFor({ state: 'detached' })
  const { rows } = await database().pool.query<{ action: string }>(
    'select action from activity where entity_id = $1 order by created_at',
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['taken out of use', 'put back in use']),
  )
})

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { holdNext, holdUntil, pastDoubleTap, toast } from '../staff/admin-visit.ts'
import { bookTonight, clearTonight } from '../staff/night-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, DESKTOP, expectToFit, PHONE } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()

beforeEach(() => clearTonight(database()))

/** Adds the birthday package to a reservation, with what the guest sent for it. */
async function addBirthday(id: string | undefined, name: string): Promise<void> {
  await database().pool.query(
    `insert into reservation_lines (reservation_id, kind, package_key, label, amount_cents)
     values ($1, 'package', 'birthday_shoutout', 'Birthday Shoutout Package', 5000)`,
    [id],
  )
  await database().pool.query(
    `insert into package_contents (reservation_id, package_key, name, message)
     values ($1, 'birthday_shoutout', $2, 'Thirty at last, and still dancing')`,
    [id, name],
  )
}

const done = (page: Page, task: RegExp) =>
  page.getByRole('button', { name: new RegExp(`^Done: .*${task.source}`) })
const isTicked = (page: Page, task: RegExp) =>
  expect.poll(() => done(page, task).getAttribute('aria-pressed'))

async function fillNight(): Promise<void> {
  const [first, second] = await bookTonight(database(), ['Ada Obi', 'Kofi Mensah'])
  await addBirthday(first, 'Ama Serwaa')
  await addBirthday(second, 'Yaa')
  await database().pool.query(`update reservations set special_requests = 'Candles, please' where id = $1`, [
    second,
  ])
}

/** Records what happened to a party of tonight. */
const record = (id: string | undefined, kind: 'arrived' | 'left' | 'no_show') =>
  database().pool.query(
    `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
     values ($1, $2, $3, case when $3 <> 'no_show' then 6 end, now(), $1, 'Ama')`,
    [randomUUID(), id, kind],
  )

test('the run sheet reads well at every size, in both types, and says whose party is absent as soon as it is recorded', async () => {
  const [first, second, third] = await bookTonight(database(), ['Ada Obi', 'Kofi Mensah', 'Esi Owusu'])
  await addBirthday(first, 'Ama Serwaa')
  await addBirthday(second, 'Yaa')
  await addBirthday(third, 'Efua')
  await database().pool.query(`update reservations set special_requests = 'Candles, please' where id = $1`, [
    second,
  ])
  await record(third, 'arrived')
  const page = await asStaffMember('/admin/run-sheet?view=mc', { ...DESKTOP, role: 'server' })
  const tasks = page.getByRole('list', { name: 'Tasks to come' }).getByRole('listitem')
  const of = (name: string) => tasks.filter({ hasText: name })
  await of('Ama Serwaa').getByText('Not here yet', { exact: true }).waitFor()
  expect(
    await of('Efua')
      .getByText(/not here|left|no-show/i)
      .count(),
  ).toBe(0)
  await record(first, 'no_show')
  await of('Ama Serwaa').getByText('No-show', { exact: true }).waitFor()
  await record(third, 'left')
  await of('Efua').getByText('Left', { exact: true }).waitFor()
  // Those of the party that is still to come are next, and those that are absent are not called late.
  expect(await tasks.first().getByText('Candles, please').count()).toBe(1)
  expect(await tasks.nth(1).textContent()).toContain('Yaa')
  expect(await of('Ama Serwaa').textContent()).not.toContain('late')
  await expectToFit(page, async () => {
    const sizes = await tasks
      .first()
      .evaluate((it) =>
        [...it.querySelectorAll('p')].map((line) => Number.parseFloat(getComputedStyle(line).fontSize)),
      )
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(36)
  })
  await page.getByRole('button', { name: 'Whole list' }).click()
  const list = page.getByRole('list', { name: 'Tasks' })
  await list.getByText('No-show', { exact: true }).waitFor()
  expect(await list.getByRole('listitem').count()).toBe(4)
  await expectToFit(page)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('No-show', { exact: true }).isVisible()).toBe(true)
})

describe('a task', () => {
  test('is ticked off by one tap of the MC, shows so on every device, and can be undone', async () => {
    await fillNight()
    const mc = await asStaffMember('/admin/run-sheet?view=mc', { ...PHONE, role: 'host' })
    const manager = await asStaffMember('/admin/run-sheet', DESKTOP)
    await done(manager, /Ama Serwaa/).waitFor()
    await done(mc, /Ama Serwaa/).click()
    await isTicked(manager, /Ama Serwaa/).toBe('true')
    await manager.getByText(/^Done at .* by staff\d/).waitFor()
    await mc.getByRole('button', { name: 'Undo' }).click()
    await isTicked(manager, /Ama Serwaa/).toBe('false')
  })

  test('whose tick is taken back while it is sent is not done', async () => {
    await fillNight()
    const page = await asStaffMember('/admin/run-sheet', { ...PHONE, role: 'host' })
    await done(page, /Ama Serwaa/).waitFor()
    const answers: number[] = []
    page.on('response', (it) => void (it.url().endsWith('/tasks') && answers.push(it.status())))
    await holdNext(page, '**/admin/api/run-sheet/tasks')
    await done(page, /Ama Serwaa/).click()
    await isTicked(page, /Ama Serwaa/).toBe('true')
    await pastDoubleTap(page)
    await done(page, /Ama Serwaa/).click()
    await expect.poll(() => answers).toEqual([200, 200])
    await isTicked(page, /Ama Serwaa/).toBe('false')
    const { rows } = await database().pool.query('select from run_sheet_tasks where done_at is not null')
    expect(rows).toEqual([])
  })

  test('is added by hand, assigned, and taken off again', async () => {
    const page = await asStaffMember('/admin/run-sheet', DESKTOP)
    await page.getByRole('button', { name: 'Add a task' }).click()
    const form = page.getByRole('dialog', { name: 'Add a task' })
    await form.getByRole('button', { name: 'Add task' }).click()
    await form.getByText('Please enter what is to be done.').waitFor()
    await form.getByLabel('Task').fill('Drummers to the stage')
    await form.getByLabel('Time').fill('00:30')
    await form.getByLabel('Assigned to').fill('Kojo of the agency')
    expect(await axeViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Add task' }).click()
    const task = page.getByRole('listitem').filter({ hasText: 'Drummers to the stage' })
    await task.getByText('Kojo of the agency').waitFor()
    await task.getByRole('button', { name: /^Plan/ }).click()
    // A colleague gives it to another person before this form is saved.
    const plan = page.getByRole('dialog', { name: 'Drummers to the stage' })
    await plan.getByLabel('Time').fill('01:15')
    await database().pool.query(`update run_sheet_tasks set assignee = 'Ama' where due_time = '00:30'`)
    await plan.getByRole('button', { name: 'Save', exact: true }).click()
    await task.getByText('1:15 AM').waitFor()
    // After 1:15 AM the task is late, which is said before the name.
    await task.getByText(/^(Late\. )?Ama$/).waitFor()
    await task.getByRole('button', { name: /^Plan/ }).click()
    await page.getByRole('button', { name: 'Take off the run sheet' }).click()
    await toast(page, 'Taken off the run sheet').waitFor()
    await expect.poll(() => task.count()).toBe(0)
  })
})

test('a plan that cannot be saved keeps what was typed, waits for its answer, and is saved at the next try', async () => {
  await fillNight()
  const page = await asStaffMember('/admin/run-sheet', PHONE)
  const task = page.getByRole('listitem').filter({ hasText: 'Ama Serwaa' })
  await task.getByRole('button', { name: /^Plan/ }).click()
  const plan = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('button', { name: 'Save', exact: true }) })
  await plan.getByLabel('Time').fill('23:40')
  await plan.getByLabel('Assigned to').fill('Kojo of the agency')
  const answer = await holdUntil(page, '**/admin/api/run-sheet/tasks')
  await plan.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => plan.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  answer('refused')
  await toast(page, 'Not saved').waitFor()
  expect(await plan.getByLabel('Time').inputValue()).toBe('23:40')
  expect(await plan.getByLabel('Assigned to').inputValue()).toBe('Kojo of the agency')
  await plan.getByRole('button', { name: 'Save', exact: true }).click()
  await plan.waitFor({ state: 'detached' })
  await task.getByText('11:40 PM').waitFor()
  await task.getByText('Kojo of the agency').waitFor()
})

test('a task that could not be taken off the sheet stays planned, and its form open', async () => {
  await fillNight()
  const page = await asStaffMember('/admin/run-sheet', PHONE)
  const task = page.getByRole('listitem').filter({ hasText: 'Ama Serwaa' })
  await task.getByRole('button', { name: /^Plan/ }).click()
  await page.route('**/admin/api/run-sheet/tasks', (route) => route.abort(), { times: 1 })
  await page.getByLabel('Assigned to').fill('Kojo of the agency')
  await page.getByRole('button', { name: 'Take off the run sheet' }).click()
  await toast(page, 'Not saved').waitFor()
  expect(await page.getByLabel('Assigned to').inputValue()).toBe('Kojo of the agency')
  await page.getByRole('button', { name: 'Take off the run sheet' }).click()
  await expect.poll(() => task.count()).toBe(0)
})

test('the sheet is printed without navigation and buttons', async () => {
  await fillNight()
  const page = await asStaffMember('/admin/run-sheet', DESKTOP)
  await done(page, /Ama Serwaa/).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation', { name: 'Tabs' }).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await page.getByRole('heading', { name: /^Run sheet, / }).isVisible()).toBe(true)
  expect(await page.getByText('Ama Serwaa').isVisible()).toBe(true)
  // Printers leave out backgrounds: a light text would be invisible.
  const colors = await page
    .getByRole('list', { name: 'Tasks' })
    .evaluate((list) => [...list.querySelectorAll('p')].map((line) => getComputedStyle(line).color))
  expect(new Set(colors)).toEqual(new Set(['rgb(0, 0, 0)']))
})

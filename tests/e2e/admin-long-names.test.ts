import { beforeEach, expect, test } from 'vitest'
import { clearTonight } from '../staff/night-parties.ts'
import { bookInRoom, type RoomParty } from '../staff/room-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { DESKTOP, outOfReach, PHONE, sidewaysScroll } from '../support/browser.ts'
import { textAsSeen } from '../support/in-page.ts'

/* Names that are longer, wider or written in another direction than those of most guests. */

const { asStaffMember, database } = useStaffArea()

beforeEach(async () => {
  await clearTonight(database())
  await database().pool.query('update events set deleted_at = now() where date >= current_date - 1')
})

const book = (name: string, it: RoomParty) => bookInRoom(database(), name, it)

test('a long name on Activity is broken, and so are the values of its change', async () => {
  const name = 'W'.repeat(60)
  const { pool } = database()
  await pool.query(
    `insert into activity (actor, action, entity, entity_id, before, after)
     values ('Ama', 'updated', 'menu_item', 'x', $1, $2)`,
    [
      { name, description: '' },
      { name, description: name.repeat(2) },
    ],
  )
  const page = await asStaffMember('/admin/activity', PHONE)
  const entry = page.getByRole('listitem').filter({ hasText: name })
  await entry.getByText('1 field').click()
  await entry.getByText(name.repeat(2)).waitFor()
  for (const width of [390, 820, 1440]) {
    // oxlint-disable-next-line no-await-in-loop -- one width after the other
    await page.setViewportSize({ width, height: 900 })
    // oxlint-disable-next-line no-await-in-loop
    expect([width, await sidewaysScroll(page)]).toEqual([width, 0])
  }
})

test('a name that is written from right to left stays before the numbers beside it', async () => {
  await book('עומר', { table: 1, guests: 5, from: -120, to: -10, acts: ['arrived', 'seated'] })
  await book('אבא', { table: 1, guests: 3, from: -5, acts: ['arrived'] })
  await book('עדי', { guests: 2, acts: ['arrived'] })
  const page = await asStaffMember('/admin/floor', { ...DESKTOP, role: 'host' })
  const seen = (name: string) =>
    page.locator('.truncate, text').filter({ hasText: name }).first().evaluate(textAsSeen)
  await page.locator('svg [data-table]').first().waitFor()
  expect(await Promise.all([seen('+1'), seen('עדי')])).toEqual([
    expect.stringMatching(/^[^ ]+ \+1$/),
    'ידע, 2 of 2',
  ])
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click()
  await page.getByRole('region', { name: 'Floor Seating' }).waitFor()
  expect(await Promise.all([seen('עומר'), seen('אבא')])).toEqual(['רמוע, 5 of 5', 'אבא, 3 of 3'])
})

test('a name on the plan is cut to the width of its table, and a picture before it is left out', async () => {
  await book('WWWWWWWWWWWW', { table: 5 })
  await book('Featherstonehaugh', { table: 11 })
  await book('illinois', { table: 10 })
  await book('Zainab Adeyemi', { table: 9 })
  await book('🎉 Amaka', { table: 12 })
  await book('🎉', { table: 13 })
  const page = await asStaffMember('/admin/floor', { ...DESKTOP, role: 'host' })
  await page.locator('svg [data-table]').first().waitFor()
  const names = await page.locator('svg [data-table]').evaluateAll((tables) =>
    tables.flatMap((it) => {
      const [, name] = it.querySelectorAll<SVGTextElement>('text')
      const [, shape] = it.querySelectorAll<SVGGraphicsElement>('rect, ellipse')
      if (!name || !shape || it.querySelectorAll('text').length < 3) return []
      const isWithin = name.getBBox().width <= shape.getBBox().width + 10
      return [`${name.textContent} ${isWithin}`]
    }),
  )
  expect(names.toSorted()).toEqual(
    ['WWWW… true', 'Feath… true', 'illinois true', 'Zainab true', 'Amaka true', '🎉 true'].toSorted(),
  )
})

test('a long line of the list is cut on a phone, and its buttons stay on the screen', async () => {
  const long = 'Ngozi '.repeat(12).trim()
  await book(long, { table: 1, from: -120, to: -10, acts: ['arrived', 'seated'] })
  await book('Kofi Mensah', { table: 1, from: -5, acts: ['arrived'] })
  const page = await asStaffMember('/admin/floor?view=list', { ...PHONE, role: 'host' })
  await page.getByRole('button', { name: `Left: ${long}` }).waitFor()
  expect([await sidewaysScroll(page), ...(await outOfReach(page))]).toEqual([0])
})

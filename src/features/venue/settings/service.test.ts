import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { loadVenue } from '../service.ts'
import { readTurnTimes, readSpan } from './rules.ts'
import { diningForm, bookingRulesForm, hoursForm, identityForm, packageForm } from './schema.ts'
import {
  changeDining,
  changeBookingRules,
  changeHours,
  changeIdentity,
  changePackage,
  listSettings,
} from './service.ts'

const now = new Date('2026-11-21T00:00:00Z')
let database: TestDatabase
let actorId = ''
let version = 0
beforeAll(async () => {
  database = await cloneDatabase()
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into staff_users (name, email, role) values ('Ama', 'ama@venue.example', 'manager') returning id`,
  )
  actorId = rows[0]?.id ?? ''
})
const deps = (role: 'manager' | 'host' = 'manager') => ({
  db: database.db,
  now,
  actor: { id: actorId, name: 'Ama', role },
})
const venue = () => loadVenue(deps())
async function fieldsOf(id: string): Promise<Record<string, string | boolean>> {
  const record = (await listSettings(deps())).find((it) => it.id === id)
  if (!record) throw new Error(`no settings called ${id}`)
  return { ...record.fields }
}
beforeEach(async () => {
  version = (await listSettings(deps()))[0]?.version ?? 0
})

describe('the settings', () => {
  test('are read by their own forms as they are shown', async () => {
    const shown = async (id: string) => ({ ...(await fieldsOf(id)), version })
    expect(identityForm.safeParse(await shown('identity')).error).toBeUndefined()
    expect(hoursForm.safeParse(await shown('hours/social')).error).toBeUndefined()
    expect(bookingRulesForm.safeParse(await shown('booking-rules')).error).toBeUndefined()
    expect(diningForm.safeParse(await shown('dining')).error).toBeUndefined()
    expect(packageForm.safeParse(await shown('packages/screen_display')).error).toBeUndefined()
  })

  test('of the venue identity are shown to guests and update the date of the legal pages', async () => {
    const form = identityForm.parse({ ...(await fieldsOf('identity')), name: 'Fig & Fire', version })
    expect(await changeIdentity(deps('host'), form)).toMatchObject({ reason: { why: 'not_allowed' } })
    expect(await changeIdentity(deps(), form)).toMatchObject({ ok: true, value: { version: version + 1 } })
    expect(await venue()).toMatchObject({ name: 'Fig & Fire', policiesChangedOn: '2026-11-20' })
    const { rows } = await database.pool.query(
      `select before->>'name' as before, after->>'name' as after from activity where entity_id = 'identity'`,
    )
    expect(rows).toEqual([{ before: 'Baobab & Olive', after: 'Fig & Fire' }])
  })

  test('that the legal pages do not state leave their date alone', async () => {
    await database.pool.query(`update venue set policies_changed_on = '2026-01-01'`)
    const form = bookingRulesForm.parse({
      ...(await fieldsOf('booking-rules')),
      holdMinutes: '20',
      version: version + 1,
    })
    expect(await changeBookingRules(deps(), form)).toMatchObject({ ok: true })
    expect(await venue()).toMatchObject({ holdMinutes: 20, policiesChangedOn: '2026-01-01' })
  })

  test('are not overwritten with an outdated version', async () => {
    const form = bookingRulesForm.parse({
      ...(await fieldsOf('booking-rules')),
      holdMinutes: '25',
      version: version - 1,
    })
    expect(await changeBookingRules(deps(), form)).toMatchObject({
      reason: {
        why: 'version_conflict',
        current: { id: 'booking-rules', version, fields: { holdMinutes: '20' } },
      },
    })
    expect((await venue()).holdMinutes).toBe(20)
  })

  test('of the week change the opening hours', async () => {
    const week = await fieldsOf('hours/social')
    const form = hoursForm.parse({ ...week, tuesday: '21:00-05:00', sunday: '', version })
    expect(await changeHours(deps(), 'social', form)).toMatchObject({ ok: true })
    const social = (await venue()).hours.filter((it) => it.service === 'social')
    expect(new Set(social.map((it) => it.weekday))).toEqual(new Set([2, 3, 4, 5, 6]))
    expect((await venue()).hours.some((it) => it.service === 'restaurant')).toBe(true)
  })

  test('of dinners and packages apply to sales', async () => {
    const dining = { ...(await fieldsOf('dining')), diningCoversPerSlot: '30', turnTimes: '1: 60\n5: 150' }
    expect(await changeDining(deps(), diningForm.parse({ ...dining, version }))).toMatchObject({ ok: true })
    const shown = await fieldsOf('packages/birthday_shoutout')
    const form = packageForm.parse({ ...shown, price: '$65.50', version: version + 1 })
    expect(await changePackage(deps(), 'birthday_shoutout', form)).toMatchObject({ ok: true })
    const { dining: rules, packages } = await venue()
    expect(rules).toMatchObject({ coversPerSlot: 30, turnTimes: [{ minutes: 60 }, { fromGuests: 5 }] })
    expect(packages.find((it) => it.key === 'birthday_shoutout')?.priceCents).toBe(6550)
  })
})

test.each([
  ['15:00-21:00', { opens: '15:00', closes: '21:00' }],
  ['', 'closed'],
  ['15:00-', null],
  ['15:00-15:00', null],
  ['25:00-26:00', null],
])('the hours %j are read as %j', (text, span) => expect(readSpan(text)).toEqual(span))

test.each(['', '3: 105', '1: 90\n1: 60', '1: 20', 'one: 90'])('%j are invalid turn times', (text) =>
  expect(readTurnTimes(text)).toBeNull(),
)

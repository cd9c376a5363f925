import { describe, expect, test } from 'vitest'
import { anonymiseOldRecords, erasePerson, exportPerson } from '#features/guests/privacy/service.ts'
import { raiseIssue } from '#features/payments/issues/service.ts'
import { listOpenIssues, settleIssue } from '#features/payments/revenue/service.ts'
import { createStaff } from '../staff/sign-in.ts'
import { usePersonalData } from './personal-data.ts'

const RETENTION = { retentionYears: 3 }
/** The name, but not the capitals of an entry code. */
const NANA = /[Nn]ana/
const { database, deps, sendEverything, book, list, mentionsOf } = usePersonalData()

describe('the personal data of a guest', () => {
  test('is exported completely, however the address was written', async () => {
    await sendEverything('export@example.com')
    await book('Export@Example.com', '2025-01-01T20:00:00Z')
    await list('EXPORT@example.com', '2025-01-01')
    const known = await exportPerson(deps(), ' EXPORT@example.com ')
    expect(known).toMatchObject({
      reservations: [
        { guestName: 'Ada Obi', specialRequests: 'Ada is allergic to nuts', totalPriceCents: 12_000 },
      ],
      inquiries: [{ eventDetails: 'Ada turns 30.' }],
      applications: [{ experience: 'Ada has read in nine cities.' }],
      tableRequests: [{ note: 'For Ada' }],
      guestListEntries: [{ guestName: 'Ada Obi', listName: 'Friends', note: 'Ada comes late' }],
    })
    expect(await exportPerson(deps(), 'export_example.com')).toMatchObject({
      reservations: [],
      inquiries: [],
    })
  })

  test('is anonymised, with the ledger unchanged; coming reservations stay until they are cancelled', async () => {
    const email = 'erase@example.com'
    await sendEverything(email)
    const past = await book(email, '2025-01-01T20:00:00Z')
    const cancelled = await book(email, '2027-01-01T20:00:00Z', 'cancelled')
    const coming = await book(email, '2027-01-02T20:00:00Z')
    await list(email, '2025-01-01')
    const comingEntry = await list(email, '2027-01-02')
    await database()
      .db.insertInto('activity')
      .values({
        actor: 'Zainab',
        action: 'edit',
        entity: 'reservation',
        entityId: past,
        before: '{"guestName":"Ada Obi"}',
      })
      .execute()
    // Staff wrote the name of the guest into the resolution of a payment issue.
    const issue = { kind: 'paid_and_cancelled', subject: 'a table', reservationId: cancelled } as const
    await raiseIssue(database().db, {
      ...issue,
      checkoutId: null,
      amountCents: 12_000,
      detail: 'Look for Ada Obi',
    })
    const [open] = await listOpenIssues(deps())
    const actor = {
      id: await createStaff(database(), 'm@venue.example'),
      name: 'Efua',
      role: 'manager' as const,
    }
    await settleIssue({ ...deps(), actor }, open?.id ?? '', 'Ada Obi fetched it')
    expect(await erasePerson(deps(), email)).toEqual({
      erased: {
        reservations: 2,
        inquiries: 1,
        applications: 1,
        tableRequests: 1,
        guestListEntries: 1,
        waitingEntries: 0,
        guests: 1,
      },
      remainingReservations: 1,
      remainingListEntries: 1,
      remainingWaitingEntries: 0,
    })
    const rows = await database()
      .db.selectFrom('reservations')
      .select(['id', 'guestName', 'totalPriceCents', 'paymentStatus'])
      .where('id', 'in', [past, cancelled, coming])
      .orderBy('startsAt')
      .execute()
    expect(rows).toMatchObject([
      { guestName: 'No longer kept', totalPriceCents: 12_000, paymentStatus: 'paid' },
      { guestName: 'No longer kept' },
      { guestName: 'Ada Obi' },
    ])
    await database().pool.query('update reservations set status = $1 where id = $2', ['cancelled', coming])
    await database().pool.query('update guest_list_entries set removed_at = now() where id = $1', [
      comingEntry,
    ])
    expect(await erasePerson(deps(), email)).toMatchObject({
      erased: { reservations: 1, guestListEntries: 1 },
      remainingReservations: 0,
      remainingListEntries: 0,
    })
    expect(await mentionsOf(/erase@example\.com|Look for Ada|Ada Obi fetched/i)).toEqual([])
    expect(await exportPerson(deps(), email)).toMatchObject({
      reservations: [],
      inquiries: [],
      applications: [],
      tableRequests: [],
      guestListEntries: [],
    })
  })
})

test('records beyond the retention period are anonymised, later ones are not, and a second run changes nothing', async () => {
  const email = 'old@example.com'
  await sendEverything(email)
  await database().pool.query(`update inquiries set created_at = '2023-11-19' where email = $1`, [email])
  await database().pool.query(
    `update performer_applications set created_at = '2023-11-21' where email = $1`,
    [email],
  )
  await list(email, '2023-11-18')
  await list(email, '2023-11-22')
  const old = await book(email, '2023-11-18T20:00:00Z')
  const recent = await book(email, '2023-11-22T20:00:00Z')
  expect(await anonymiseOldRecords(deps(), RETENTION)).toEqual({
    before: '2023-11-20',
    reservations: 1,
    inquiries: 1,
    applications: 0,
    tableRequests: 0,
    guestListEntries: 1,
    waitingEntries: 0,
    guests: 0,
  })
  const rows = await database()
    .db.selectFrom('reservations')
    .select(['id', 'guestEmail', 'guestPhone', 'specialRequests'])
    .where('id', 'in', [old, recent])
    .orderBy('startsAt')
    .execute()
  expect(rows).toMatchObject([
    { guestEmail: 'gone@guest.invalid', guestPhone: null, specialRequests: null },
    { guestEmail: email },
  ])
  expect(await anonymiseOldRecords(deps(), RETENTION)).toMatchObject({ reservations: 0, inquiries: 0 })
})

describe('a guest of the book', () => {
  const wrote = `note = 'Nana sits in booth 4', allergies = 'Nana: nuts', tags = '{vip}', block_reason = 'Nana fights',
    blocked_at = now(), blocked_by = 'Zainab'`
  /** A guest with two rows that staff merged, a note, marks, a block, and an entry in the audit log. */
  async function remember(email: string, phone: string, startsAt: string) {
    const name = 'Nana Adjei'
    const id = await book(email, startsAt, { name, phone })
    await book(`second.${email}`, '2025-02-01T20:00:00Z', { name, phone: `${phone}9` })
    const { rows } = await database().pool.query<{ guest_id: string; other: string }>(
      `select r.guest_id, o.guest_id as other from reservations r, reservations o
       where r.id = $1 and o.guest_email = $2`,
      [id, `second.${email}`],
    )
    const { guest_id: guestId, other } = rows[0] ?? { guest_id: '', other: '' }
    await database().pool.query(`update guests set ${wrote} where id = $1`, [guestId])
    await database().pool.query(`update guests set merged_into = $1, note = 'Nana B' where id = $2`, [
      guestId,
      other,
    ])
    await database().pool.query(
      `insert into guest_merges (guest_id, merged_id, before, kept_version, undo_until)
       values ($1, $2, '{"note":"Nana A"}', 1, now())`,
      [guestId, other],
    )
    await database().pool.query(
      `insert into activity (actor, action, entity, entity_id, before) values ('Zainab', 'updated', 'guest', $1, '{"note":"Nana"}')`,
      [guestId],
    )
    return { id, guestId, other }
  }

  test('is exported with notes, marks and block', async () => {
    await remember('nana.export@example.com', '430 300 0001', '2025-01-01T20:00:00Z')
    const { guests } = await exportPerson(deps(), 'NANA.export@example.com')
    expect(guests).toMatchObject([
      {
        name: 'Nana Adjei',
        note: 'Nana sits in booth 4',
        allergies: 'Nana: nuts',
        tags: ['vip'],
        blockReason: 'Nana fights',
        contacts: ['nana.export@example.com', '+14303000001'],
      },
      { note: 'Nana B' },
    ])
    await erasePerson(deps(), 'nana.export@example.com')
    await erasePerson(deps(), 'second.nana.export@example.com')
    expect(await mentionsOf(NANA)).toEqual([])
  })

  test('is erased at once, but for the name and contact of a coming reservation', async () => {
    const email = 'nana.erase@example.com'
    const { id, guestId } = await remember(email, '430 300 0002', '2027-01-01T20:00:00Z')
    await erasePerson(deps(), 'second.nana.erase@example.com')
    expect(await erasePerson(deps(), email)).toMatchObject({ remainingReservations: 1 })
    const { rows } = await database().pool.query('select * from guests where id = $1', [guestId])
    expect(rows).toMatchObject([
      { name: 'Nana Adjei', note: '', allergies: '', tags: [], block_reason: null, blocked_by: null },
    ])
    await database().pool.query(`update reservations set status = 'cancelled' where id = $1`, [id])
    await erasePerson(deps(), email)
    expect(await mentionsOf(NANA)).toEqual([])
  })

  test('goes with the last reservation that is older than the retention period', async () => {
    const { guestId } = await remember('nana.old@example.com', '430 300 0003', '2023-01-01T20:00:00Z')
    await database().pool.query(
      `update reservations set starts_at = '2023-02-01T20:00:00Z', ends_at = '2023-02-01T22:00:00Z'
       where guest_email = 'second.nana.old@example.com'`,
    )
    await anonymiseOldRecords(deps(), RETENTION)
    // Staff wrote about the guest lately, so the guest is kept for as long as a reservation of today would be.
    expect((await database().pool.query('select from guests where id = $1', [guestId])).rowCount).toBe(1)
    await database().pool.query(`alter table guests disable trigger user;
      update guests set updated_at = '2023-01-01'; alter table guests enable trigger user`)
    expect((await anonymiseOldRecords(deps(), RETENTION)).guests).toBeGreaterThanOrEqual(2)
    expect(await mentionsOf(NANA)).toEqual([])
  })
})

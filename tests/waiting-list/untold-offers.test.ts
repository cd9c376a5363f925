import { expect, test } from 'vitest'
import { releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { addMinutes } from '#lib/venue-time.ts'
import { statusOf } from './waiting-fixtures.ts'
import { useWaitingNight } from './waiting-night.ts'

const { app, bookings, now, putInLine, offer, free, emailsTo, offerOf, placeOf } = useWaitingNight()

const IS_DOWN = { isMailDown: true }

const statesOf = (ids: readonly string[]) => Promise.all(ids.map((id) => statusOf(app().db, id)))

/** Passes the time and runs the job that releases holds and makes offers. */
async function passMinutes(minutes: number, mail = {}): Promise<void> {
  bookings().clock.now = addMinutes(now(), minutes)
  await releaseExpiredHolds(bookings().deps())
  await offer(mail)
}

/** Sends an email about something else. The queue notes the time by the clock of the server. */
const deliverOther = async (at: Date): Promise<void> => {
  await app().pool.query(
    `update email_queue set sent_at = greatest($1, now() + interval '1 second') where kind = 'waiting_joined'`,
    [at],
  )
}

const insertText = async (id: string, status: string): Promise<void> => {
  await app().pool.query(
    `insert into text_messages (waiting_entry_id, kind, dedupe_key, status) values ($1, 'waiting_offer', $2, $3)`,
    [id, await offerOf(id), status],
  )
}

test('a party whose offer ended while no email left keeps its place, and is the first to be offered the table again', async () => {
  const ids = [await putInLine(), await putInLine()]
  const [first = ''] = ids
  await free()
  await offer(IS_DOWN)
  const offered = await offerOf(first)
  await passMinutes(16, IS_DOWN)
  expect(await statesOf(ids)).toEqual(['waiting', 'waiting'])
  expect(await placeOf(first)).toBe(1)
  await passMinutes(5, IS_DOWN)
  expect(await statesOf(ids)).toEqual(['waiting', 'waiting'])
  await deliverOther(now())
  await offer()
  expect(await statesOf(ids)).toEqual(['offered', 'waiting'])
  expect(await offerOf(first)).not.toBe(offered)
  expect(await emailsTo(first)).not.toContain('waiting_lapsed')
  // Told of it this time.
  await passMinutes(16)
  expect(await statesOf(ids)).toEqual(['lapsed', 'offered'])
})

test('an address that takes no email stops the line for half an hour at most, and keeps its place', async () => {
  const ids = [await putInLine(), await putInLine()]
  await free()
  await offer(IS_DOWN)
  await passMinutes(16, IS_DOWN)
  expect(await statesOf(ids)).toEqual(['waiting', 'waiting'])
  await passMinutes(30)
  expect(await statesOf(ids)).toEqual(['waiting', 'offered'])
  // An email left since.
  await passMinutes(16)
  expect(await statesOf(ids)).toEqual(['offered', 'lapsed'])
})

test('an offer of which a text arrived lapses, and one whose text failed does not', async () => {
  const ids = [await putInLine({ guestCount: 8 }), await putInLine()]
  await free()
  await offer(IS_DOWN)
  const [one = ''] = (await statesOf(ids)).flatMap((state, i) => (state === 'offered' ? (ids[i] ?? '') : []))
  await insertText(one, 'failed')
  await passMinutes(16, IS_DOWN)
  expect(await statusOf(app().db, one)).toBe('waiting')
  await deliverOther(now())
  await offer(IS_DOWN)
  expect(await statusOf(app().db, one)).toBe('offered')
  await insertText(one, 'delivered')
  await passMinutes(16, IS_DOWN)
  expect(await statusOf(app().db, one)).toBe('lapsed')
})

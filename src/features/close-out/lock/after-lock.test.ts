import { beforeEach, expect, test } from 'vitest'
import { decide, useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { closeNight } from '#features/close-out/service.ts'
import { MailError, type Mailer } from '#platform/mail/mail.ts'
import { createLog } from '#platform/observability/log.ts'
import { lockFigures, sendCloseOut } from './service.ts'

const { as, arrive, book, database, date, page, pay } = useCloseOutNights()

type Sent = Parameters<Mailer['send']>[0]

/** Sends the figures of the night to an address; returns what the mailer was given. */
async function send(to: string, answer: () => Promise<void> = async () => undefined): Promise<Sent[]> {
  const sent: Sent[] = []
  const mailer: Pick<Mailer, 'send'> = {
    send: (mail) => {
      sent.push(mail)
      return answer()
    },
  }
  await sendCloseOut({ ...as(), mailer, log: createLog('silent') }, { night: date(), to })
  return sent
}

beforeEach(async () => {
  await closeNight(as(), date(), decide({}))
  await lockFigures(as(), date(), { counted: 0, note: '' })
})

test('a repeated email to one address is the same email, and each address has its own', async () => {
  const [first, again, other] = [
    await send('ama@venue.example'),
    await send('ama@venue.example'),
    await send('kofi@venue.example'),
  ].flat()
  expect(first?.messageId).toBe(again?.messageId)
  expect(first?.messageId).not.toBe(other?.messageId)
  expect(first?.messageId).toContain(date())
  expect(first?.text).toContain(`/admin/close-out?date=${date()}`)
})

test('an address that takes no email is given up, and a mail server that is down is asked again', async () => {
  const failure = (undeliverable: boolean) => async () => {
    throw new MailError('not sent', { code: 'EENVELOPE', undeliverable })
  }
  expect(await send('gone@venue.example', failure(true))).toHaveLength(1)
  await expect(send('ama@venue.example', failure(false))).rejects.toThrow('not sent')
})

test('money of later days, and online money of that day, is in no drawer', async () => {
  const [id, other] = [await book({ cents: 10_000 }), await book({ cents: 5000 })]
  await arrive(id)
  await database().pool.query('update reservations set total_price_cents = 90000 where id = any($1)', [
    [id, other],
  ])
  const day = (days: number) => new Date(as().now.getTime() + days * 86_400_000)
  await pay(id, 2000, day(1))
  // Another night's party pays online while this night's business day still runs.
  await database().pool.query(
    `update reservations set business_date = business_date + 7, starts_at = starts_at + interval '7 days',
       ends_at = ends_at + interval '7 days' where id = $1`,
    [other],
  )
  const payOnline = (reservationId: string, cents: number) =>
    database().pool.query(
      `insert into checkouts (reservation_id, provider, amount_cents, received_cents, status, paid_at, expires_at)
       values ($1, 'local', $2, $2, 'paid', $3, $3)`,
      [reservationId, cents, new Date(as().now.getTime() - 3_600_000)],
    )
  await payOnline(other, 700)
  await payOnline(id, 900)
  const { sinceLock } = await page()
  const shown = sinceLock?.lines.map(({ amountCents, isForNight, isInDrawer }) => [
    amountCents,
    isForNight,
    isInDrawer,
  ])
  expect(shown).toContainEqual([2000, true, false])
  expect(shown).toContainEqual([900, true, false])
  expect(shown?.some(([cents]) => cents === 700)).toBe(false)
})

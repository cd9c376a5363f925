import { expect, test } from 'vitest'
import { sendMail } from '#features/emails/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { recordMails } from '../support/recorded-mails.ts'
import { done, useStaffAndGuests } from './staff.ts'

/* Emails that are due while a change by staff can still be undone. */

const venue = useStaffAndGuests()
const mails = recordMails('https://baobab.example')
const now = () => venue.bookings().deps().now

const queueOf = (id: string) =>
  venue
    .app()
    .db.selectFrom('emailQueue')
    .where('reservationId', '=', id)
    .select(['id', 'kind', 'sentAt', 'isWithheld'])
    .orderBy('createdAt')
    .execute()

/** Runs the jobs of the emails of a reservation that are due. */
async function runMails(id: string): Promise<void> {
  for (const email of await queueOf(id)) {
    const { rows } = await venue
      .app()
      .pool.query('delete from graphile_worker._private_jobs where key = $1 and run_at <= $2 returning id', [
        `send_mail:${email.id}`,
        new Date(Math.max(now().getTime(), Date.now())),
      ])
    // oxlint-disable-next-line no-await-in-loop -- in their order
    if (rows.length > 0) await sendMail(mails.depsAt(venue.app().db, now()), email.id)
  }
}

const undo = async (id: string, act: { readonly actId: string } | null) =>
  done(undoChange(venue.asStaff(), id, act?.actId ?? ''))

async function finishLater(id: string): Promise<void> {
  venue.later(20)
  await venue.finish(id)
  await runMails(id)
}

test('a confirmation that was due while staff had cancelled by mistake is sent after their Undo', async () => {
  const { id } = await venue.paidNight()
  const { act } = await done(venue.cancel(id, 'refund'))
  await runMails(id)
  await undo(id, act)
  await finishLater(id)
  expect(await queueOf(id)).toMatchObject([{ kind: 'confirmation', sentAt: expect.any(Date) }])
})

test('so it is where staff confirm again before the cancellation is final', async () => {
  const { id } = await venue.paidNight()
  await done(venue.cancel(id, 'refund'))
  await runMails(id)
  await done(venue.setStatus(id, 'confirmed', 'cancelled'))
  await finishLater(id)
  expect(await queueOf(id)).toMatchObject([{ kind: 'confirmation', sentAt: expect.any(Date) }])
})

test('it is withheld where the reservation stays cancelled', async () => {
  const { id } = await venue.paidNight()
  await done(venue.cancel(id, 'refund'))
  await runMails(id)
  await finishLater(id)
  expect(await queueOf(id)).toMatchObject([
    { kind: 'confirmation', sentAt: null, isWithheld: true },
    { kind: 'cancelled', sentAt: expect.any(Date) },
  ])
})

test('a refused payment that was due while staff had confirmed is told after their Undo', async () => {
  await venue.reloadNight()
  await venue.bookings().provider.control.setFaults({ settleAfterMs: 60_000, webhooks: { deliver: 'lost' } })
  const { id, sessionId } = await venue.begin()
  await venue.pay(sessionId, 'late-fail')
  await venue.settle(sessionId)
  venue.later(120)
  await venue.settle(sessionId)
  const { act } = await done(venue.setStatus(id, 'confirmed', 'cancelled'))
  await runMails(id)
  await undo(id, act)
  await finishLater(id)
  expect(await queueOf(id)).toMatchObject([{ kind: 'payment_refused', sentAt: expect.any(Date) }])
})

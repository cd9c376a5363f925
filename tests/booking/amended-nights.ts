import { recordMails } from '../support/recorded-mails.ts'
import { randomUUID } from 'node:crypto'
import { sendMail } from '#features/emails/service.ts'
import { readLedger } from '#features/payments/ledger/service.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import { nightForm } from '#features/reservation-management/staff-bookings/schema.ts'
import { addNight } from '#features/reservation-management/staff-bookings/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { Mail } from '#platform/mail/mail.ts'
import type { amend } from './amendments.ts'
import { tableOf } from './booking-fixtures.ts'
import { done, useStaffAndGuests } from './staff.ts'

type Payment = 'at_door' | 'cash' | 'card'

/** The text of a refused change. */
export function refusalOf(outcome: Awaited<ReturnType<typeof amend>> | undefined): string {
  if (outcome?.ok === false && 'text' in outcome.reason) return outcome.reason.text
  throw new Error(`no refusal with a text: ${JSON.stringify(outcome)}`)
}

/** Nights that staff booked and change. */
export function useAmendedNights() {
  const venue = useStaffAndGuests()
  const { app, night, reloadNight, asStaff, later } = venue

  /** A night table by phone: the cheapest free one. */
  async function bookNight(payment: Payment = 'at_door', change: object = {}): Promise<string> {
    await reloadNight()
    const table = night().tables.toSorted((a, b) => a.cents - b.cents)[0] ?? tableOf(night())
    const form = nightForm.parse({
      source: 'phone',
      guests: '2',
      name: 'Ama Owusu',
      phone: '972 555 0142',
      email: 'ama@example.com',
      note: '',
      key: randomUUID(),
      eventId: night().event.id,
      tableId: table.id,
      packages: [],
      payment,
      paymentNote: '',
      shownTotalCents: table.cents,
      ...change,
    })
    const deps = { ...asStaff(), venue: await loadVenue(app()) }
    return (await done(addNight(deps, form))).id
  }

  const rowOf = (id: string) =>
    app().db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  return {
    ...venue,
    bookNight,
    rowOf,
    /** A reservation at the most expensive free table. */
    bookDearest: async (payment: Payment): Promise<string> => {
      await reloadNight()
      const dearest = night().tables.toSorted((a, b) => b.cents - a.cents)[0]
      return bookNight(payment, { tableId: dearest?.id, shownTotalCents: dearest?.cents })
    },
    /** A free table of the night that costs more or less than the reservation does. */
    tableThat: async (costs: 'more' | 'less', id: string) => {
      await reloadNight()
      const { totalPriceCents } = await rowOf(id)
      const found = night().tables.find(({ cents }) =>
        costs === 'more' ? cents > totalPriceCents : cents < totalPriceCents,
      )
      if (!found) throw new Error(`no table costs ${costs}`)
      return found
    },
    settleWindow: async (id: string): Promise<void> => {
      later(13)
      await finishAmendments(asStaff(), id)
    },
    linesOf: async (id: string) =>
      (await readLedger(app(), id)).map(({ kind, method, amountCents, allowanceCents }) => [
        kind,
        method,
        amountCents + allowanceCents,
      ]),
    /** The emails about changes of a reservation that are in the queue, as the guest gets them. */
    mailsOf: async (id: string): Promise<Mail[]> => {
      const queued = await app()
        .db.selectFrom('emailQueue')
        .select('id')
        .where('reservationId', '=', id)
        .where('kind', '=', 'reservation_changed')
        .execute()
      const { sent, depsAt } = recordMails()
      const { db, now } = asStaff()
      for (const mail of queued)
        // oxlint-disable-next-line no-await-in-loop -- in the order of the queue
        await sendMail(depsAt(db, now), mail.id)
      return sent
    },
  }
}

import { randomUUID } from 'node:crypto'
import { mergeReservations, previewMerge } from '#features/reservation-management/merge/service.ts'
import { splitForm } from '#features/reservation-management/merge/split/schema.ts'
import { readSplitSource, splitReservation } from '#features/reservation-management/merge/split/service.ts'
import { useAmendedNights } from './amended-nights.ts'
import { askFor } from './booking-fixtures.ts'

/** Nights whose reservations staff merge and split. */
export function useMerges() {
  const venue = useAmendedNights()
  const { night, reloadNight, asStaff, bookings, pay, settle } = venue

  async function merge(id: string, otherId: string, change: object = {}) {
    const shown = await previewMerge(asStaff(), id, otherId)
    const { version = 0 } = shown?.stays ?? {}
    const form = { version, otherId, otherVersion: shown?.goes.version ?? 0, isEmailed: true, ...change }
    return mergeReservations(asStaff(), id, form)
  }

  async function split(id: string, typed: object) {
    const source = await readSplitSource(asStaff(), id)
    const form = splitForm.parse({
      version: source?.version,
      key: randomUUID(),
      name: 'Ben Lee',
      guests: '1',
      phone: '',
      email: 'ben@example.com',
      tableIds: [],
      lineIds: [],
      paid: '',
      isEmailed: true,
      ...typed,
    })
    return splitReservation(asStaff(), id, form)
  }

  return {
    ...venue,
    merge,
    split,
    /** A night table that its guest paid online. */
    paidOnline: async (change: Parameters<typeof askFor>[1] = {}): Promise<string> => {
      await reloadNight()
      const { id, sessionId } = await bookings().begin(night(), askFor(night(), change))
      await pay(sessionId)
      await settle(sessionId)
      return id
    },
    textOf: (outcome: Awaited<ReturnType<typeof merge | typeof split>>): string =>
      !outcome.ok && 'text' in outcome.reason ? outcome.reason.text : JSON.stringify(outcome),
  }
}

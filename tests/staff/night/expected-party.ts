import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import { readScanned } from '#features/reservation-management/check-in/rules.ts'
import type { ExpectedParty, Scanned } from '#features/reservation-management/check-in/schema.ts'
import { entryFacts, formatEntryToken } from '#lib/entry-token.ts'

/* A party of tonight as a device at the entrance knows it, its arrivals, and scanned texts. */

export const TONIGHT = '2026-11-27'
export const NOW = new Date('2026-11-28T04:30:00Z')
export const COVER: NonNullable<ExpectedParty['cover']> = {
  price: '$25',
  freeGuests: 1,
  list: null,
  taken: [],
}
export const ID = '01a2b3c4-d5e6-7f80-9a1b-2c3d4e5f6071'
export const party = (more: Partial<ExpectedParty> = {}): ExpectedParty => ({
  id: ID,
  type: 'nightlife',
  status: 'confirmed',
  startsAt: '2026-11-28T03:00:00.000Z',
  leftAt: null,
  tableNumbers: [12],
  guestName: 'Ada Obi',
  guestCount: 6,
  entryCode: 'K7MXQ2RT',
  eventTitle: 'Afro Night',
  tags: [],
  dueCents: 0,
  cover: null,
  list: null,
  events: [],
  phoneEnd: '0142',
  ...more,
})
let ids = 0
export const event = (kind: 'arrived' | 'left', guests: number, actorName = 'Ama'): ArrivalEvent => {
  ids += 1
  return {
    id: `event ${ids}`,
    kind,
    guests,
    tableNumber: null,
    undoesId: null,
    happenedAt: '2026-11-28T04:02:00.000Z',
    actorName,
  }
}
export const later = (kind: 'arrived' | 'left', guests: number, minute = 20): ArrivalEvent => ({
  ...event(kind, guests),
  happenedAt: `2026-11-28T04:${minute}:00.000Z`,
})
export const tokenOf = (date: string): string =>
  formatEntryToken(entryFacts({ keyNumber: 1, id: ID, date }), new Uint8Array(64))
type Token = Extract<Scanned, { readonly kind: 'token' }>
export const scan = (text: string, isGenuine: Token['isGenuine'] = true): Scanned => {
  const scanned = readScanned(text)
  return scanned.kind === 'token' ? { ...scanned, isGenuine } : scanned
}

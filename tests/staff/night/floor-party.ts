import type { VenueTable } from '#features/floor-plan/chart/schema.ts'
import { attendanceAt } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalEvent } from '#features/reservation-management/arrivals/schema.ts'
import type { FloorParty } from '#features/reservation-management/floor/schema.ts'

export const at = (time: string): string => `2026-11-28T${time}:00.000Z`

export const table = (tableNumber: number, more: Partial<VenueTable> = {}): VenueTable => ({
  id: `t${tableNumber}`,
  tableNumber,
  maxGuests: 4,
  location: 'Floor Seating',
  shape: 'round',
  reservationPriceCents: 35_000,
  isAvailable: true,
  positionX: 0,
  positionY: 0,
  width: 70,
  height: 70,
  rotation: 0,
  ...more,
})

type Given = Partial<Omit<FloorParty, 'attendance'>> & { readonly events?: readonly ArrivalEvent[] }
export function party(guestName: string, { events = [], ...more }: Given = {}): FloorParty {
  const it = {
    id: guestName,
    type: 'dining',
    status: 'confirmed',
    isHeld: false,
    dinnerId: null,
    keptFrom: null,
    startsAt: at('01:00'),
    endsAt: at('03:00'),
    leftAt: null,
    tableIds: ['t1'],
    tableNumbers: [1],
    guestName,
    guestCount: 4,
    ...more,
  } as const
  return { ...it, attendance: attendanceAt({ ...it, events }, new Date(at('01:30'))) }
}
export const event = (
  kind: ArrivalEvent['kind'],
  guests: number | null = null,
  time = '01:10',
): ArrivalEvent => ({
  id: `${kind} ${time}`,
  kind,
  guests,
  tableNumber: null,
  undoesId: null,
  happenedAt: at(time),
  actorName: 'Ama',
})
export const seated = [event('arrived', 4), event('seated')]

/** A party that left and freed its table. */
export const gone = (name: string, time: string, more: Given = {}): FloorParty =>
  party(name, { ...more, events: [...seated, event('left', 4, time)], leftAt: at(time) })

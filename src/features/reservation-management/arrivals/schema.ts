import * as z from 'zod/mini'

export const ARRIVAL_KINDS = ['arrived', 'left', 'seated', 'no_show', 'checked', 'undone'] as const
export type ArrivalKind = (typeof ARRIVAL_KINDS)[number]

/** One entry of the list that records a party's evening. Times are ISO text, because it is sent as JSON. */
export type ArrivalEvent = {
  readonly id: string
  readonly kind: ArrivalKind
  /** Guests who arrived or left, or who did come as staff found; null for the other kinds. */
  readonly guests: number | null
  /** The table at which the party sat down. */
  readonly tableNumber: number | null
  /** The event that this one takes back. */
  readonly undoesId: string | null
  readonly happenedAt: string
  readonly actorName: string
  /** The friend whose own code was scanned; missing on a list that an older version stored. */
  readonly shareId?: string | null
  /** The device that recorded it; missing or null where an older version or the server did. */
  readonly deviceId?: string | null
  /** They had been counted in as walk-ins, with their cover: they are heads already. Missing on a list of an older version. */
  readonly wereWalkIns?: boolean
}

/** Guests that one event may count: the limit of the column. */
export const MAX_EVENT_GUESTS = 99

/**
 * An act is about a reservation or an entry of a guest list, never both. A device that knows only the code of a friend names
 * neither.
 */
const common = {
  id: z.uuid(),
  reservationId: z.optional(z.uuid()),
  entryId: z.optional(z.uuid()),
  at: z.iso.datetime(),
}
const guests = z
  .int('Please enter how many guests.')
  .check(
    z.minimum(1, 'At least one guest arrives or leaves.'),
    z.maximum(MAX_EVENT_GUESTS, `Record at most ${MAX_EVENT_GUESTS} guests at a time.`),
  )

const anyAct = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('arrived'),
    guests,
    shareId: z.optional(z.uuid()),
    /** The guests of a reservation had been counted in as walk-ins before. */
    wereWalkIns: z.optional(z.literal(true)),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('left'),
    guests,
    /** They went out and may come back: even where all of the party did, its table is kept. */
    keepsTable: z.optional(z.literal(true)),
    /** The evening of the party is over: its table is freed, also where some of its guests never came. */
    freesTable: z.optional(z.literal(true)),
  }),
  z.strictObject({ ...common, kind: z.literal('seated') }),
  z.strictObject({ ...common, kind: z.literal('no_show') }),
  /** Staff looked at arrivals that seemed doubtful: so many guests did come. */
  z.strictObject({ ...common, kind: z.literal('checked'), guests }),
  z.strictObject({
    ...common,
    kind: z.literal('undone'),
    undoesId: z.uuid(),
    shareId: z.optional(z.uuid()),
  }),
])
const act = anyAct.check(
  z.refine(
    ({ reservationId, entryId, ...rest }) =>
      reservationId === undefined && entryId === undefined
        ? 'shareId' in rest && rest.shareId !== undefined
        : reservationId === undefined || entryId === undefined,
    'Name the reservation or the entry of a guest list.',
  ),
  z.refine(
    (it) => !('wereWalkIns' in it && it.wereWalkIns) || it.reservationId !== undefined,
    'Only guests of a reservation can have been walk-ins.',
  ),
)
/** An act of staff at the entrance or on the floor, with the id and the time that the device gave it. */
export type ArrivalAct = z.output<typeof act>

const MAX_ACTS = 50

/** Acts in the order of their recording. `sentAt` is the device's clock, which corrects their times. */
export const arrivalsForm = z.strictObject({
  sentAt: z.iso.datetime(),
  /** Left out by a browser that stores nothing. */
  deviceId: z.optional(z.uuid()),
  acts: z.array(act).check(z.minLength(1), z.maxLength(MAX_ACTS, `Send at most ${MAX_ACTS} acts at a time.`)),
})
export type ArrivalsForm = z.output<typeof arrivalsForm>

/** Result of one act. A recorded act is also one that was sent before. */
export type ActOutcome =
  | { readonly id: string; readonly isRecorded: true }
  | { readonly id: string; readonly isRecorded: false; readonly text: string }

export type AttendanceState =
  | 'expected'
  | 'part_arrived'
  | 'arrived'
  | 'seated'
  /** All who came are outside, and the table is kept for them and for those still to come. */
  | 'out'
  | 'left'
  | 'no_show'
  | 'cancelled'

/** A party's evening, computed from its events. */
export type Attendance = {
  readonly state: AttendanceState
  /** Guests who came, each once: one who left and came back is not counted again. */
  readonly arrived: number
  /** Guests who are here now. */
  readonly inside: number
  readonly arrivedAt: string | null
  readonly seatedAt: string | null
}

/** Guests of a party who came for the first time, and when. */
export type FirstArrival = {
  readonly at: string
  readonly guests: number
  /** They had been counted in as walk-ins before. */
  readonly wereWalkIns: boolean
}

/** Guests who came on a night with parties that are not on its list any more: they, or the event of their list, were moved. */
export type MovedHeads = {
  readonly arrived: number
  readonly inside: number
  /** Ids of their events, by which a device knows its own. */
  readonly acts: readonly string[]
}

/** People without a booking who joined no party, and heads that were counted out and are not back. */
export type WalkIns = { readonly cameIn: number; readonly wentOut: number }

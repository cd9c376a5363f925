import type { JsonRecord } from '#lib/changes.ts'

/** The nouns whose changes are written down, as they are called in the record. */
export const ACTIVITY_ENTITIES = [
  'menu_item',
  'gallery_item',
  'modal',
  'event',
  'table',
  'furniture',
  'reservation',
  'inquiry',
  'table_request',
  'application',
  'payment',
  'settings',
  'staff',
] as const
export type ActivityEntity = (typeof ACTIVITY_ENTITIES)[number]

/** Who did something. No id: the house itself, by the clock. */
export type Actor = { readonly id: string | null; readonly name: string }

/** One change: what was done to which thing, and the thing before and after it. */
export type AuditEntry = {
  readonly actor: Actor
  /** A verb in the past: `added`, `updated`, `deleted`, `restored`, `signed in`, … */
  readonly action: string
  readonly entity: ActivityEntity
  readonly entityId: string | null
  readonly before?: JsonRecord | null
  readonly after?: JsonRecord | null
}

export type ActivityEntry = {
  readonly id: string
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly entity: string
  readonly entityId: string | null
  /** The thing in words: `Ada Obi for Afro Night, Fri, Nov 27, table 13`; empty where it has no name. */
  readonly subject: string
  readonly before: JsonRecord | null
  readonly after: JsonRecord | null
}

export type ActivityFilter = {
  readonly entity: string | null
  readonly entityId: string | null
  readonly actorId: string | null
  readonly search: string | null
  /** Moments: from this one, and before that one. */
  readonly from: Date | null
  readonly until: Date | null
  /** The id of the last entry of the page before: ids sort by time. */
  readonly after: string | null
}

export type ActivityPage = {
  readonly entries: readonly ActivityEntry[]
  /** What to ask for the next page with; null at the end. */
  readonly next: string | null
}

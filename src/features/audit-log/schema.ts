import { LIST_ENTITIES } from '#features/permissions/schema.ts'
import type { JsonRecord } from '#lib/changes.ts'

/** Kinds of entity in the audit log, as they are stored and shown. */
export const AUDIT_ENTITIES = [
  ...LIST_ENTITIES,
  'furniture',
  'reservation',
  'guest_list',
  'guest_list_entry',
  'waiting_entry',
  'guest',
  'night',
  'inquiry',
  'table_request',
  'application',
  'payment',
  'settings',
  'staff',
] as const
export type AuditEntity = (typeof AUDIT_ENTITIES)[number]

/** Actor of a change. A null id stands for the system, such as a scheduled job. */
export type Actor = { readonly id: string | null; readonly name: string }

/** One audit log entry: the action, and the entity before and after it. */
export type AuditEntry = {
  readonly actor: Actor
  /** Past participle: `added`, `updated`, `deleted`, `restored`, `signed in`, … */
  readonly action: string
  readonly entity: AuditEntity
  readonly entityId: string | null
  readonly before?: JsonRecord | null
  readonly after?: JsonRecord | null
}

export type AuditLogEntry = {
  readonly id: string
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly entity: string
  readonly entityId: string | null
  /** Label of the entity: `Ada Obi for Afro Night, Fri, Nov 27, table 13`; empty where it has no name. */
  readonly subject: string
  readonly before: JsonRecord | null
  readonly after: JsonRecord | null
}

export type AuditLogFilter = {
  readonly entity: string | null
  readonly entityId: string | null
  readonly actorId: string | null
  readonly search: string | null
  /** Time range, start inclusive, end exclusive. */
  readonly from: Date | null
  readonly until: Date | null
  /** Pagination cursor: id of the last entry of the page before. Ids sort by time. */
  readonly after: string | null
}

export type AuditLogPage = {
  readonly entries: readonly AuditLogEntry[]
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null
}

/** Actor of what a job does by itself. */
export const SYSTEM_ACTOR = { id: null, name: 'System' } as const

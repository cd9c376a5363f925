import * as z from 'zod/mini'
import { version } from '#lib/forms/fields.ts'

/** What staff work through: private events, tables for a night, performers. Also their names in the bin. */
export const REQUEST_KINDS = ['inquiry', 'table_request', 'application'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

export const REQUEST_STATUSES = ['new', 'in_touch', 'offered', 'won', 'lost'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/** One thing that was said in a request, as staff read it. */
export type Fact = { readonly label: string; readonly value: string }

/** A request as it lies on the desk. */
export type StaffRequest = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
  /** What it is about, in a line. */
  readonly about: string
  readonly facts: readonly Fact[]
  readonly status: RequestStatus
  readonly assignee: string | null
  readonly assigneeName: string | null
  readonly notes: string
  readonly createdAt: string
  /** Whoever it was of has been taken out of it: nobody is left to write to. */
  readonly isForgotten: boolean
  readonly version: number
}

export type RequestFilter = {
  readonly status: RequestStatus | null
  /** An id of staff, or `nobody`. */
  readonly assignee: string | null
  readonly search: string | null
  /** The first page is 1. */
  readonly page: number
}

/** How many a page of the list has. */
export const REQUESTS_A_PAGE = 25

export type RequestCounts = Readonly<Record<RequestStatus, number>>

export const requestEdit = z.strictObject({
  status: z.enum(REQUEST_STATUSES),
  assignee: z.nullable(z.uuid()),
  notes: z.string().check(z.trim(), z.maxLength(8000, 'Please keep the notes under 8000 characters.')),
  version,
})
export type RequestForm = Omit<z.output<typeof requestEdit>, 'version'>

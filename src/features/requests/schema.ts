import * as z from 'zod/mini'
import { version } from '#lib/forms/shapes.ts'

/** Kinds of request: private events, night tables and performers. The trash uses the same names. */
export const REQUEST_KINDS = ['inquiry', 'table_request', 'application'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

export const REQUEST_STATUSES = ['new', 'in_touch', 'offered', 'won', 'lost'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/** One labeled value of a request, as staff read it. */
export type Fact = { readonly label: string; readonly value: string }

/** Request as staff edit it. */
export type StaffRequest = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
  /** Summary in one line. */
  readonly about: string
  readonly facts: readonly Fact[]
  readonly status: RequestStatus
  readonly assignee: string | null
  readonly assigneeName: string | null
  readonly notes: string
  readonly createdAt: string
  /** True after anonymisation: there is no address left to reply to. */
  readonly isAnonymised: boolean
  readonly version: number
}

/** Orders of the list. */
export const REQUEST_SORTS = ['newest', 'oldest', 'name', 'status'] as const
export type RequestSort = (typeof REQUEST_SORTS)[number]

export type RequestFilter = {
  readonly status: RequestStatus | null
  /** Id of a staff member, or `unassigned`. */
  readonly assignee: string | null
  readonly search: string | null
  readonly sort: RequestSort
  /** Page number, from 1. */
  readonly page: number
}

/** Page size of the list. */
export const REQUESTS_A_PAGE = 25

/** Requests of all pages that match a filter, to select them. */
export type MatchingRequests = {
  readonly items: readonly StaffRequest[]
  /** Whether more match than are returned. */
  readonly hasMore: boolean
}

export type RequestCounts = Readonly<Record<RequestStatus, number>>

export const requestEdit = z.strictObject({
  status: z.enum(REQUEST_STATUSES),
  assignee: z.nullable(z.uuid()),
  notes: z.string().check(z.trim(), z.maxLength(8000, 'Please keep the notes under 8000 characters.')),
  version,
})
export type RequestForm = Omit<z.output<typeof requestEdit>, 'version'>

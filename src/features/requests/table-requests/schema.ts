import * as z from 'zod/mini'
import type { FormPlan } from '#lib/forms/check.ts'
import { choice, count, email, line, MAX, optional, phone, prose } from '#lib/forms/fields.ts'

export const TABLE_PREFERENCES = ['regular', 'vip', 'booth'] as const
export const MAX_PARTY = 15

/** Night table request as submitted. */
export type TableRequest = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly partySize: number
  readonly tablePreference: (typeof TABLE_PREFERENCES)[number]
  /** Preferred event; null for any. */
  readonly eventId: string | null
  readonly note: string | null
}

export type StoredTableRequest = TableRequest & { readonly id: string; readonly createdAt: Date }

export const TABLE_REQUEST_FIELDS = [
  'name',
  'email',
  'phone',
  'partySize',
  'tablePreference',
  'eventId',
  'note',
] as const
export type TableRequestField = (typeof TABLE_REQUEST_FIELDS)[number]

export const NO_SUCH_NIGHT = 'Please choose a night from the list.'

const shape = z.object({
  name: line({ what: 'the name', max: MAX.name, missing: 'Please enter your name.' }),
  email: email(),
  phone: phone(),
  partySize: count({
    missing: 'Please choose how many you will be.',
    min: 1,
    max: MAX_PARTY,
    tooFew: 'A party is at least 1 person.',
    tooMany: `For more than ${MAX_PARTY} people, please plan an event with us.`,
  }),
  tablePreference: choice(TABLE_PREFERENCES, 'Please choose a kind of table.'),
  eventId: optional(z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, NO_SUCH_NIGHT))),
  note: optional(prose({ what: 'your note', max: MAX.note })),
})

/** Form definition of the night table request. */
export const TABLE_REQUEST_FORM = {
  name: 'table-request',
  fields: TABLE_REQUEST_FIELDS,
  shape,
} satisfies FormPlan<TableRequestField, TableRequest>

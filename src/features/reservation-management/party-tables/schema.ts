import * as z from 'zod/mini'

/** The first table and eight more: the limit of the column. */
const MAX_TABLES = 9

const ids = z.array(z.uuid()).check(z.maxLength(MAX_TABLES, `A party takes at most ${MAX_TABLES} tables.`))

/** All tables of a party. `seen` are those at the time the form was opened; others are a version conflict. */
export const partyTablesForm = z.strictObject({
  tableIds: ids.check(z.minLength(1, 'Choose at least one table.')),
  seen: ids,
  /** Tables that staff agreed to take off sale for an event. */
  offSale: z.optional(ids),
})
export type PartyTablesForm = z.output<typeof partyTablesForm>

/** The end of a dinner's sitting. `seen` is the end at the time the form was opened. */
export const sittingForm = z.strictObject({
  endsAt: z.iso.datetime('Choose an end.'),
  seen: z.iso.datetime(),
  offSale: z.optional(ids),
})
export type SittingForm = z.output<typeof sittingForm>

import * as z from 'zod/mini'

/** People that one count may hold: the limit of the column. */
export const MAX_COUNTED = 500

const common = { id: z.uuid(), at: z.iso.datetime() }
const message = `Count 1 to ${MAX_COUNTED} people at a time.`

const count = z.union([
  z.strictObject({
    ...common,
    /** People who came in, or negative: who went out. */
    change: z.int(message).check(
      z.minimum(-MAX_COUNTED, message),
      z.maximum(MAX_COUNTED, message),
      z.refine((change) => change !== 0, message),
    ),
    /** They had been counted out before: no walk-ins, and without cover. */
    isReturn: z.optional(z.literal(true)),
  }),
  z.strictObject({ ...common, undoesId: z.uuid() }),
])
/** A count of walk-ins at a night, or its reversal, with the id and the time that the device gave it. */
export type HeadCountAct = z.output<typeof count>

const MAX_COUNTS = 50

/** Counts in the order of their recording. `sentAt` is the device's clock, which corrects their times. */
export const headCountsForm = z.strictObject({
  sentAt: z.iso.datetime(),
  deviceName: z
    .string()
    .check(z.trim(), z.maxLength(60, 'Please keep the name of the device under 60 characters.')),
  counts: z
    .array(count)
    .check(z.minLength(1), z.maxLength(MAX_COUNTS, `Send at most ${MAX_COUNTS} counts at a time.`)),
})
export type HeadCountsForm = z.output<typeof headCountsForm>

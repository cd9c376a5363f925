import type {
  AmendmentFields,
  AmendmentPreview,
  PriceDecision,
} from '#features/reservation-management/amendments/schema.ts'
import { concernsOther } from '#features/reservation-management/amendments/evening-contact/rules.ts'
import { BEST_TABLE, NO_TABLE } from '#features/reservation-management/staff-bookings/schema.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { countText } from '#lib/text/count.ts'
import { formatClock, formatDate } from '#lib/venue-time.ts'

/** The values of the dialog: the fields of the reservation, and the answers to what the preview asks. */
export type AmendmentValues = AmendmentFields & {
  readonly stay: string
  /** Agreed to seat more guests than the table has seats. */
  readonly overCapacity: boolean
  /** Tables that staff agreed to take off sale. */
  readonly offSale: readonly string[]
  readonly decision: PriceDecision | ''
  readonly method: string
  readonly reason: string
  readonly isEmailed: boolean
  /** A new email or phone is for the other reservation of the evening, too. */
  readonly isBoth: boolean
}

export const valuesOf = (fields: AmendmentFields): AmendmentValues => ({
  ...fields,
  stay: 'until_event',
  overCapacity: false,
  offSale: [],
  decision: '',
  method: 'cash',
  reason: '',
  isEmailed: true,
  isBoth: true,
})

const SEAT_FIELDS = ['guests', 'date', 'time', 'eventId', 'tableId'] as const
const CONTACT_FIELDS = ['name', 'phone', 'email'] as const

const differing = (
  names: readonly (keyof AmendmentFields)[],
  base: AmendmentFields,
  values: AmendmentFields,
): Partial<AmendmentFields> =>
  Object.fromEntries(
    names.flatMap((name) =>
      JSON.stringify(base[name]) === JSON.stringify(values[name]) ? [] : [[name, values[name]]],
    ),
  )

/** The changed fields that decide about seats and price: the preview follows them. */
export function seatChanges({ type }: AmendmentPreview, base: AmendmentFields, values: AmendmentValues) {
  const changed = differing(SEAT_FIELDS, base, values)
  const packages = type === 'nightlife' ? differing(['packages'], base, values) : {}
  const isSeated = Object.keys(changed).length > 0
  return {
    ...changed,
    ...packages,
    ...(type === 'dining' && isSeated && values.stay === 'whole' ? { stay: 'whole' as const } : {}),
    ...(values.overCapacity ? { overCapacity: true } : {}),
    ...(values.offSale.length > 0 ? { offSale: [...values.offSale] } : {}),
  }
}

/** The changed fields about the guest. */
export const contactChanges = (base: AmendmentFields, values: AmendmentValues): Partial<AmendmentFields> =>
  differing(CONTACT_FIELDS, base, values)

/** The other reservation of the evening that the typed email or phone is for, too; null where it is for this one alone. */
export function otherToChange({ fields, evening }: AmendmentPreview, values: AmendmentValues) {
  return evening && concernsOther(evening, contactChanges(fields, values)) ? evening : null
}

/** Whether anything is changed at all. */
export const isChanged = (
  preview: AmendmentPreview,
  base: AmendmentFields,
  values: AmendmentValues,
): boolean =>
  Object.keys({ ...differing(SEAT_FIELDS, base, values), ...contactChanges(base, values) }).length > 0 ||
  (preview.type === 'nightlife' && Object.keys(differing(['packages'], base, values)).length > 0)

/** The decision that is sent: the chosen one if the price difference still allows it, the first one otherwise. */
export function decisionOf(
  { price, canAmend }: AmendmentPreview,
  { decision }: Pick<AmendmentValues, 'decision'>,
): PriceDecision | null {
  if (price.surplusCents > 0)
    return decision === 'refund' || decision === 'credit' || decision === 'keep' ? decision : null
  if (price.riseCents === 0) return null
  return canAmend && decision === 'waive' ? 'waive' : 'due'
}

/** The part of a refund that was paid at the venue. */
export const venueCentsOf = ({ price }: Pick<AmendmentPreview, 'price'>): number =>
  price.surplusCents - price.onlineCents

const tableText = ({ tables }: AmendmentPreview, tableId: string): string => {
  if (tableId === BEST_TABLE) return 'Best free table'
  if (tableId === NO_TABLE) return 'No table yet'
  return String(tables.find(({ id }) => id === tableId)?.tableNumber ?? 'Another table')
}

/** The fields in the words of the conflict dialog. */
export const conflictRecord = (preview: AmendmentPreview, it: AmendmentFields): JsonRecord => ({
  name: it.name,
  guests: countText(Number(it.guests), 'guest'),
  phone: it.phone,
  email: it.email,
  ...(preview.type === 'dining'
    ? { date: formatDate(it.date, 'medium'), time: formatClock(it.time) }
    : {
        event: preview.nights.find(({ id }) => id === it.eventId)?.title ?? '',
        packages: preview.packages.flatMap(({ key, name }) => (it.packages.includes(key) ? [name] : [])),
      }),
  table: tableText(preview, it.tableId),
})

import {
  AMENDED_GUEST_FIELDS,
  type AmendmentPreview,
} from '#features/reservation-management/amendments/schema.ts'
import { BEST_TABLE, NO_TABLE } from '#features/reservation-management/staff-bookings/schema.ts'
import type { FieldDescriptor, Option } from '#lib/forms/descriptors.ts'
import { formatUsd, formatUsdShort } from '#lib/money.ts'
import { formatClock } from '#lib/venue-time.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { venueCentsOf } from './amend-values.ts'

const { name, guests, phone, email } = AMENDED_GUEST_FIELDS

/** Name and contact data. A role that may not read the address can only replace it. */
export const guestFields = ({ storedEmail, fields }: AmendmentPreview): readonly FieldDescriptor[] => [
  name,
  guests,
  { ...phone, autoComplete: 'off' },
  {
    ...email,
    autoComplete: 'off',
    hint:
      storedEmail && !fields.email
        ? `Now ${storedEmail}. Type an address to replace it.`
        : 'Leave empty to send no emails',
  },
]

const STATES = { free: 'available', busy: 'nearly full', full: 'full' } as const

/** The stored value stays an option, even where it could not be chosen anew. */
const withOwn = (options: readonly Option[], own: Option): readonly Option[] =>
  options.some(({ value }) => value === own.value) ? options : [own, ...options]

/** Date, time and table of a dinner. */
export function dinnerFields(
  stored: AmendmentPreview,
  preview: AmendmentPreview,
): readonly FieldDescriptor[] {
  const { time } = stored.fields
  const slots = preview.slots.map((slot) => ({
    value: slot.time,
    label: `${formatClock(slot.time)}, ${STATES[slot.state]} (${slot.covers} of ${preview.coversPerSlot})`,
  }))
  return [
    { name: 'date', label: 'Date', kind: 'text', type: 'date', isRequired: true },
    {
      name: 'time',
      label: 'Time',
      kind: 'select',
      options: withOwn(slots, { value: time, label: formatClock(time) }),
    },
    {
      name: 'tableId',
      label: 'Table',
      kind: 'select',
      options: [
        { value: BEST_TABLE, label: 'Best free table' },
        ...preview.tables.map(({ id, tableNumber, seats, location, isFree }) => ({
          value: id,
          label: `Table ${tableNumber}, seats ${seats}, ${location}${isFree ? '' : ' (taken)'}`,
        })),
        { value: NO_TABLE, label: 'No table yet' },
      ],
    },
  ]
}

/** Night and table. Only managers move a reservation to another night. */
export function nightFields(preview: AmendmentPreview): readonly FieldDescriptor[] {
  const event: FieldDescriptor = {
    name: 'eventId',
    label: 'Night',
    kind: 'select',
    disabled: !preview.canAmend,
    options: preview.nights.map(({ id, title, date }) => ({
      value: id,
      label: `${title}, ${shownDay(date)}`,
    })),
  }
  const table: FieldDescriptor = {
    name: 'tableId',
    label: 'Table',
    kind: 'select',
    options: preview.tables.map(({ id, tableNumber, seats, location, priceCents, isFree }) => ({
      value: id,
      label: `Table ${tableNumber}, seats ${seats}, ${location}, ${formatUsdShort(priceCents)}${isFree ? '' : ' (taken)'}`,
    })),
  }
  return [event, table]
}

/** End of a dinner during which an event begins. */
export const stayField = (stay: NonNullable<AmendmentPreview['stay']>): FieldDescriptor => ({
  name: 'stay',
  label: 'Table until',
  kind: 'select',
  options: [
    ...(stay.untilEvent
      ? [{ value: 'until_event', label: `${formatClock(stay.untilEvent)}, when ${stay.eventTitle} begins` }]
      : []),
    { value: 'whole', label: `${formatClock(stay.whole)}, and the table goes off sale` },
  ],
})

const REASON_HINTS = {
  waive: 'Required. The guest does not see it.',
  keep: 'Required. The guest does not see it.',
  refund: 'Optional. It is noted with the refund.',
} as const

/** The question about a price difference; none where nothing is to be decided. */
export function priceFields(preview: AmendmentPreview, decision: string | null): readonly FieldDescriptor[] {
  const { price, canAmend } = preview
  const venueCents = venueCentsOf(preview)
  const reason = (of: keyof typeof REASON_HINTS): FieldDescriptor => ({
    name: 'reason',
    label: 'Reason',
    kind: 'text',
    hint: REASON_HINTS[of],
    required: of !== 'refund',
    maxLength: 500,
  })
  if (price.surplusCents > 0) {
    const amount = formatUsd(price.surplusCents)
    const back = [
      price.onlineCents > 0 ? `${formatUsd(price.onlineCents)} online to the card` : '',
      venueCents > 0 ? `${formatUsd(venueCents)} at the venue` : '',
    ].filter(Boolean)
    return [
      {
        name: 'decision',
        label: `${amount} too much was paid`,
        kind: 'choice',
        isWordy: true,
        options: [
          { value: 'refund', label: `Refund ${amount}`, note: back.join(', ') },
          { value: 'credit', label: `Keep ${amount} as a credit`, note: 'It pays for later changes' },
          { value: 'keep', label: `Keep ${amount}`, note: 'With a reason' },
        ],
      },
      ...(decision === 'refund' && venueCents > 0 ? [METHOD] : []),
      ...(decision === 'refund' || decision === 'keep' ? [reason(decision)] : []),
    ]
  }
  if (price.riseCents === 0 || !canAmend) return []
  const amount = formatUsd(price.riseCents)
  return [
    {
      name: 'decision',
      label: `${amount} is still to be paid`,
      kind: 'choice',
      isWordy: true,
      options: [
        {
          value: 'due',
          label: 'Due at the venue',
          note: `The guest pays ${formatUsd(price.dueCents)} there`,
        },
        { value: 'waive', label: `Waive ${amount}`, note: 'As a discount, with a reason' },
      ],
    },
    ...(decision === 'waive' ? [reason('waive')] : []),
  ]
}

const METHOD: FieldDescriptor = {
  name: 'method',
  label: 'Paid back at the venue',
  kind: 'choice',
  options: [
    { value: 'cash', label: 'In cash' },
    { value: 'card', label: 'By card' },
  ],
}

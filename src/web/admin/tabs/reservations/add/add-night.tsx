import { useQuery } from '@tanstack/react-query'
import {
  type DeskPayment,
  type NightChoice,
  type NightDesk,
  nightForm,
  type NightTable,
} from '#features/reservation-management/staff-bookings/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { formatDay } from '#lib/venue-time.ts'
import { ChoiceField } from '#ui/admin/choice-field.tsx'
import { CheckField, SelectField, TextField } from '#ui/admin/field.tsx'
import { LoadFailure } from '#ui/admin/list-states.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { useDraft } from '#web/admin/data/drafts.ts'
import { askHouse } from '#web/admin/data/api-client.ts'
import { AddForm, type AddProps, GuestPanel, PartyField, partyOf, Warnings } from './add-fields.tsx'
import { useAdd } from './use-add.ts'
import { BOOK_KEY } from '../use-reservation-list.ts'

const PATH = '/admin/api/desk/nights'
const PAYMENTS: readonly { readonly value: DeskPayment; readonly label: string }[] = [
  { value: 'at_door', label: 'At the door' },
  { value: 'cash', label: 'Paid in cash' },
  { value: 'card', label: 'Paid by card' },
]

/** `Table 7, seats 4, Floor Seating, $300.00` */
const tableLabel = ({ tableNumber, seats, location, priceCents }: NightTable): string =>
  `Table ${tableNumber}, seats ${seats}, ${location}, ${formatUsd(priceCents)}`

const NEW_NIGHT = {
  eventId: '',
  tableId: '',
  packages: [] as readonly NightDesk['packages'][number]['key'][],
  payment: 'at_door',
  paymentNote: '',
}
type NightFields = typeof NEW_NIGHT
export const NIGHT_DRAFT = 'reservation night'

function useNights() {
  return useQuery({
    queryKey: ['events', 'desk'],
    queryFn: async ({ signal }) => (await askHouse<{ nights: NightChoice[] }>(PATH, { signal })).nights,
  })
}

const useNightDesk = (eventId: string) =>
  useQuery({
    queryKey: [...BOOK_KEY, 'desk', 'night', eventId],
    staleTime: 0,
    enabled: eventId !== '',
    queryFn: async ({ signal }) =>
      (await askHouse<{ item: NightDesk }>(`${PATH}/${eventId}`, { signal })).item,
  })

/** A table of a night for who calls or walks in, paid here or at the door. */
export function AddNight({ guest, onGuest, onAdded }: AddProps) {
  const { fields, set, clear } = useDraft<NightFields>(NIGHT_DRAFT, NEW_NIGHT)
  const add = useAdd(PATH, nightForm, () => {
    clear()
    onAdded()
  })
  const nights = useNights()
  const desk = useNightDesk(fields.eventId)
  const table = desk.data?.tables.find(({ id }) => id === fields.tableId)
  const chosen = (desk.data?.packages ?? []).filter(({ key }) => fields.packages.includes(key))
  const totalCents = chosen.reduce((sum, it) => sum + it.priceCents, table?.priceCents ?? 0)
  const failed = nights.error ?? desk.error
  return (
    <AddForm
      {...add}
      sum={
        <p className="mr-auto">
          <span className="text-sand">Total </span>
          <strong className="font-display text-xl tabular-nums">{formatUsd(totalCents)}</strong>
        </p>
      }
      onSubmit={() => add.submit({ ...guest, ...fields, shownTotalCents: totalCents })}
    >
      <Panel className="flex flex-col gap-4">
        {failed ? (
          <LoadFailure
            what="The nights"
            text={failed.message}
            onRetry={() => void Promise.all([nights.refetch(), desk.refetch()])}
          />
        ) : null}
        <SelectField
          label="Event"
          isRequired
          options={[
            { value: '', label: 'Choose an event' },
            ...(nights.data ?? []).map(({ id, title, date }) => ({
              value: id,
              label: `${title}, ${formatDay(date)}`,
            })),
          ]}
          value={fields.eventId}
          error={add.errors['eventId']}
          onChange={(event) => set({ eventId: event.target.value, tableId: '' })}
        />
        <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
          <PartyField guest={guest} onGuest={onGuest} errors={add.errors} />
          <SelectField
            label="Table"
            isRequired
            disabled={!desk.data}
            options={tableOptions(fields.tableId, desk.data)}
            value={fields.tableId}
            error={add.errors['tableId']}
            onChange={(event) => set({ tableId: event.target.value })}
          />
        </div>
        <Warnings warnings={warningsOf(desk.data, { tableId: fields.tableId, party: partyOf(guest) })} />
        <PackagesField desk={desk.data} chosen={fields.packages} onChosen={(packages) => set({ packages })} />
        <ChoiceField
          label="Payment"
          options={PAYMENTS}
          value={fields.payment}
          error={add.errors['payment']}
          onChoice={(payment) => set({ payment })}
        />
        <TextField
          label="Payment note"
          hint="Such as the number of the receipt"
          maxLength={500}
          value={fields.paymentNote}
          error={add.errors['paymentNote']}
          onChange={(event) => set({ paymentNote: event.target.value })}
        />
      </Panel>
      <GuestPanel guest={guest} onGuest={onGuest} errors={add.errors} />
    </AddForm>
  )
}

/** The tables that are free. One that was chosen stays in sight when somebody else takes it. */
function tableOptions(tableId: string, desk: NightDesk | undefined) {
  const free = (desk?.tables ?? []).map((it) => ({ value: it.id, label: tableLabel(it) }))
  const isLost = desk !== undefined && tableId !== '' && !free.some(({ value }) => value === tableId)
  return [
    { value: '', label: 'Choose a table' },
    ...(isLost ? [{ value: tableId, label: 'The table you chose (taken)' }] : []),
    ...free,
  ]
}

function warningsOf(
  desk: NightDesk | undefined,
  { tableId, party }: { readonly tableId: string; readonly party: number },
): string[] {
  if (!desk) return []
  const table = desk.tables.find(({ id }) => id === tableId)
  const warnings: string[] = []
  if (desk.isClosed)
    warnings.push('This event is not on sale: its service is closed that day. No table of it can be added.')
  if (desk.soldOut)
    warnings.push('Guests are told that this event is sold out. You can add the party all the same.')
  if (!desk.tablesForSale)
    warnings.push(
      'Tables of this event are not sold online. You can add the party with a table all the same.',
    )
  if (desk.tables.length === 0) warnings.push('No table is free for this event.')
  if (tableId && !table) warnings.push('The table you chose has just been taken. Please choose another.')
  if (table && table.seats < party)
    warnings.push(`Table ${table.tableNumber} seats ${table.seats}, and the party is ${party}.`)
  return warnings
}

type Packages = NightFields['packages']

const PackagesField = ({
  desk,
  chosen,
  onChosen,
}: {
  desk: NightDesk | undefined
  chosen: Packages
  onChosen: (chosen: Packages) => void
}) =>
  desk && desk.packages.length > 0 ? (
    <fieldset>
      <legend className="text-sm font-semibold text-sand">Packages</legend>
      {desk.packages.map(({ key, name, priceCents }) => (
        <CheckField
          key={key}
          label={`${name}, ${formatUsd(priceCents)}`}
          checked={chosen.includes(key)}
          onChange={(event) =>
            onChosen(event.target.checked ? [...chosen, key] : chosen.filter((it) => it !== key))
          }
        />
      ))}
    </fieldset>
  ) : null

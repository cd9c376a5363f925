import { useQuery } from '@tanstack/react-query'
import {
  type StaffPayment,
  type NightContext,
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
import { apiFetch } from '#web/admin/data/api-client.ts'
import { AddForm, type AddProps, GuestPanel, PartyField, partyOf, Warnings } from './add-fields.tsx'
import { useAdd } from './use-add.ts'
import { RESERVATIONS_KEY } from '../use-reservation-list.ts'

const PATH = '/admin/api/staff-bookings/nights'
const PAYMENTS: readonly { readonly value: StaffPayment; readonly label: string }[] = [
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
  packages: [] as readonly NightContext['packages'][number]['key'][],
  payment: 'at_door',
  paymentNote: '',
}
type NightFields = typeof NEW_NIGHT
export const NIGHT_DRAFT = 'reservation night'

function useNights() {
  return useQuery({
    queryKey: ['events', 'choices', 'bookable'],
    queryFn: async ({ signal }) => (await apiFetch(PATH, { signal })).nights,
  })
}

const useNightContext = (eventId: string) =>
  useQuery({
    queryKey: [...RESERVATIONS_KEY, 'staff-booking', 'night', eventId],
    staleTime: 0,
    enabled: eventId !== '',
    queryFn: async ({ signal }) => (await apiFetch(`${PATH}/${eventId}`, { signal })).item,
  })

/** Form for a night table by phone or walk-in. */
export function AddNight({ guest, onGuest, onAdded }: AddProps) {
  const { fields, set, clear } = useDraft<NightFields>(NIGHT_DRAFT, NEW_NIGHT)
  const add = useAdd(PATH, nightForm, () => {
    clear()
    onAdded()
  })
  const nights = useNights()
  const settings = useNightContext(fields.eventId)
  const table = settings.data?.tables.find(({ id }) => id === fields.tableId)
  const chosen = (settings.data?.packages ?? []).filter(({ key }) => fields.packages.includes(key))
  const totalCents = chosen.reduce((sum, it) => sum + it.priceCents, table?.priceCents ?? 0)
  const failed = nights.error ?? settings.error
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
            onRetry={() => void Promise.all([nights.refetch(), settings.refetch()])}
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
            disabled={!settings.data}
            options={tableOptions(fields.tableId, settings.data)}
            value={fields.tableId}
            error={add.errors['tableId']}
            onChange={(event) => set({ tableId: event.target.value })}
          />
        </div>
        <Warnings warnings={warningsOf(settings.data, { tableId: fields.tableId, party: partyOf(guest) })} />
        <PackagesField
          settings={settings.data}
          chosen={fields.packages}
          onChosen={(packages) => set({ packages })}
        />
        <ChoiceField
          label="Payment"
          options={PAYMENTS}
          value={fields.payment}
          error={add.errors['payment']}
          onChoice={(payment) => set({ payment })}
        />
        <TextField
          label="Payment note"
          hint="Such as a receipt number"
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

/** Options of the free tables. The chosen table stays listed when it is taken meanwhile. */
function tableOptions(tableId: string, settings: NightContext | undefined) {
  const free = (settings?.tables ?? []).map((it) => ({ value: it.id, label: tableLabel(it) }))
  const isLost = settings !== undefined && tableId !== '' && !free.some(({ value }) => value === tableId)
  return [
    { value: '', label: 'Choose a table' },
    ...(isLost ? [{ value: tableId, label: 'The table you chose (taken)' }] : []),
    ...free,
  ]
}

function warningsOf(
  settings: NightContext | undefined,
  { tableId, party }: { readonly tableId: string; readonly party: number },
): string[] {
  if (!settings) return []
  const table = settings.tables.find(({ id }) => id === tableId)
  const warnings: string[] = []
  if (settings.isClosed)
    warnings.push('This event is not on sale: its service is closed that day. You cannot add a table.')
  if (settings.soldOut) warnings.push('Guests see this event as sold out. You can still add the party.')
  if (!settings.tablesForSale)
    warnings.push('Tables for this event are not sold online. You can still add the party.')
  if (settings.tables.length === 0) warnings.push('No table is free for this event.')
  if (tableId && !table) warnings.push('The table you chose was just taken. Please choose another.')
  if (table && table.seats < party)
    warnings.push(`Table ${table.tableNumber} seats ${table.seats}, and the party is ${party}.`)
  return warnings
}

type Packages = NightFields['packages']

const PackagesField = ({
  settings,
  chosen,
  onChosen,
}: {
  settings: NightContext | undefined
  chosen: Packages
  onChosen: (chosen: Packages) => void
}) =>
  settings && settings.packages.length > 0 ? (
    <fieldset>
      <legend className="text-sm font-semibold text-sand">Packages</legend>
      {settings.packages.map(({ key, name, priceCents }) => (
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

import { useQuery } from '@tanstack/react-query'
import {
  GUEST_FIELDS,
  type NightContext,
  nightForm,
  type NightTable,
  PAYMENT_FIELDS,
} from '#features/reservation-management/staff-bookings/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { type FieldDescriptor, FormFields } from '#ui/admin/forms/form-fields.tsx'
import { LoadFailure } from '#ui/admin/lists/list-states.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { useDraft } from '#web/admin/data/drafts.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { AddForm, type AddProps, GuestPanel, partyOf, Warnings, withGuest } from './add-fields.tsx'
import { PackagesField } from '../packages-field.tsx'
import { useAdd } from './use-add.ts'
import { RESERVATIONS_KEY } from '../use-reservation-list.ts'

const PATH = '/admin/api/staff-bookings/nights'
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
export function AddNight(props: AddProps) {
  const { guest, onAdded } = props
  const { fields, set, setValue, clear } = useDraft<NightFields>(NIGHT_DRAFT, NEW_NIGHT)
  const add = useAdd(PATH, nightForm, {
    onAdded() {
      clear()
      onAdded()
    },
  })
  const nights = useNights()
  const settings = useNightContext(fields.eventId)
  const table = settings.data?.tables.find(({ id }) => id === fields.tableId)
  const chosen = (settings.data?.packages ?? []).filter(({ key }) => fields.packages.includes(key))
  const totalCents = chosen.reduce((sum, it) => sum + it.priceCents, table?.priceCents ?? 0)
  const failed = nights.error ?? settings.error
  const form = withGuest(props, {
    values: fields,
    errors: add.errors,
    setValue(name, value) {
      if (name === 'eventId') set({ tableId: '' })
      setValue(name, value)
    },
  })
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
        <FormFields form={form} fields={[eventField(nights.data ?? [])]} />
        <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
          <FormFields form={form} fields={[GUEST_FIELDS.guests, tableField(fields.tableId, settings.data)]} />
        </div>
        <Warnings warnings={warningsOf(settings.data, { tableId: fields.tableId, party: partyOf(guest) })} />
        <PackagesField
          offered={settings.data?.packages ?? []}
          chosen={fields.packages}
          onChosen={(packages) => set({ packages })}
        />
        <FormFields form={form} fields={Object.values(PAYMENT_FIELDS)} />
      </Panel>
      <GuestPanel form={form} />
    </AddForm>
  )
}

const eventField = (
  nights: readonly { readonly id: string; readonly title: string; readonly date: string }[],
): FieldDescriptor => ({
  name: 'eventId',
  label: 'Event',
  kind: 'select',
  isRequired: true,
  options: [
    { value: '', label: 'Choose an event' },
    ...nights.map(({ id, title, date }) => ({ value: id, label: `${title}, ${shownDay(date)}` })),
  ],
})

/** Select of the free tables. The chosen table stays listed when it is taken meanwhile. */
function tableField(tableId: string, settings: NightContext | undefined): FieldDescriptor {
  const free = (settings?.tables ?? []).map((it) => ({ value: it.id, label: tableLabel(it) }))
  const isLost = settings !== undefined && tableId !== '' && !free.some(({ value }) => value === tableId)
  return {
    name: 'tableId',
    label: 'Table',
    kind: 'select',
    isRequired: true,
    disabled: !settings,
    options: [
      { value: '', label: 'Choose a table' },
      ...(isLost ? [{ value: tableId, label: 'The table you chose (taken)' }] : []),
      ...free,
    ],
  }
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

import { useState } from 'react'
import type { VenueTable } from '#features/floor-plan/chart/schema.ts'
import type { Floor } from '#features/reservation-management/floor/schema.ts'
import {
  type DinnerContext,
  dinnerForm,
  GUEST_FIELDS,
  nightForm,
  NOW,
  PAYMENT_FIELDS,
} from '#features/reservation-management/staff-bookings/schema.ts'
import { countText } from '#lib/text/count.ts'
import { formatUsd } from '#lib/money.ts'
import { formatClock, clockAt } from '#lib/venue-time.ts'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { AgreementDialog } from '#web/admin/data/use-consent.tsx'
import { useAdd } from '../../reservations/add/use-add.ts'
import { DINNERS, useDinnerNow } from '../../reservations/add/use-dinner-now.ts'
import type { ShownParty } from '../../tonight/parties.ts'
import { useCounting } from './counted-in.tsx'

const NIGHTS = '/admin/api/staff-bookings/nights'

/** A booking that was just added. */
export type Seated = {
  readonly id: string
  readonly guestName: string
  readonly guests: number
  /** Guests of the party who had been counted in as walk-ins at check-in. */
  readonly counted: number
}

type Props = {
  readonly floor: Floor
  readonly table: VenueTable
  /** Time at which another party or a block needs the table. */
  readonly freeUntil: string | null
  /** A dinner that keeps the table for the night; null for people who walk in. */
  readonly dinner: ShownParty | null
  /** Walk-ins who were counted in at check-in and are at no table. */
  readonly walkInsInside: number
  readonly onSeated: (seated: Seated) => void
  readonly onClose: () => void
}

const { guests, name, phone } = GUEST_FIELDS
const FIELDS: readonly FieldDescriptor[] = [
  { ...guests, className: 'sm:col-span-1' },
  { ...name },
  { ...phone, autoComplete: 'off' },
]

const firstValues = (dinner: ShownParty | null) => ({
  guests: String(dinner?.guestCount ?? 2),
  name: dinner?.guestName ?? 'Walk-in',
  phone: dinner?.guestPhone ?? '',
  payment: 'card',
  paymentNote: '',
})

/** Night events of the date that are not over, and end before the table is needed. */
const nightsOf = ({ floor, freeUntil }: Pick<Props, 'floor' | 'freeUntil'>) =>
  floor.nights.filter(
    ({ endsAt }) => new Date(endsAt) > serverNow() && (freeUntil === null || endsAt <= freeUntil),
  )

type Asked = Pick<Props, 'floor' | 'table' | 'freeUntil'> & { readonly canDine: boolean }

const optionsOf = ({ table, canDine, ...asked }: Asked) => [
  ...(canDine ? [{ value: 'dinner', label: 'Dinner now', note: 'Nothing to pay in advance' }] : []),
  ...nightsOf(asked).map(({ id, title, startsAt }) => ({
    value: id,
    label: title,
    note: `From ${clockAt(startsAt)}, ${formatUsd(table.reservationPriceCents)}`,
  })),
]

type DinnerEndProps = Pick<Props, 'freeUntil'> & { readonly stay: DinnerContext['stay'] }

/** Tells staff until when a dinner has its table, where an event or another party needs it. */
const DinnerEnd = ({ stay, freeUntil }: DinnerEndProps) => (
  <>
    {stay?.untilEvent ? (
      <p className="text-sand">
        {`${stay.eventTitle} begins at ${formatClock(stay.untilEvent)}. Where the table is for sale, tell the guests that they have it until then.`}
      </p>
    ) : null}
    {freeUntil ? (
      <p role="status" className="text-brass">
        {`The table is needed at ${clockAt(freeUntil)}. Tell the guests that they have it until then at the latest.`}
      </p>
    ) : null}
  </>
)

/** Seats people at a free table: a dinner from now on, or the table for the night, paid at the venue. */
export function WalkIn({ floor, table, freeUntil, dinner, walkInsInside, onSeated, onClose }: Props) {
  const form = useFormValues(firstValues(dinner))
  const [service, setService] = useState<string | null>(null)
  const [isCrowded, setIsCrowded] = useState(false)
  const now = useDinnerNow(floor.date, dinner === null)
  const options = optionsOf({
    floor,
    table,
    freeUntil,
    canDine: dinner === null && now.data?.canStartNow === true,
  })
  const chosen = service ?? options[0]?.value ?? ''
  const isNight = chosen !== 'dinner' && chosen !== ''
  const party = Number(form.values.guests)
  const counting = useCounting(party, walkInsInside)
  const onAdded = (id: string): void =>
    onSeated({ id, guestName: form.values.name, guests: party, counted: counting.counted })
  const added = { onAdded, staysHere: true, hasToast: dinner !== null }
  const asDinner = useAdd(DINNERS, dinnerForm, added)
  const asNight = useAdd(NIGHTS, nightForm, added)
  const add = isNight ? asNight : asDinner
  const submit = (): void => {
    const { payment, paymentNote, ...guest } = form.values
    const common = { ...guest, source: 'walk_in', email: '', note: '', tableId: table.id }
    if (isNight)
      asNight.submit({
        ...common,
        eventId: chosen,
        packages: [],
        ...(dinner ? { dinnerId: dinner.id } : {}),
        payment,
        paymentNote,
        shownTotalCents: table.reservationPriceCents,
      })
    else asDinner.submit({ ...common, date: floor.date, time: NOW, untilNext: freeUntil !== null })
  }
  const shown = { ...form, errors: add.errors }
  return (
    <>
      <FormDialog
        title={
          dinner ? `Keep table ${table.tableNumber} for the night` : `Walk-in at table ${table.tableNumber}`
        }
        submit={isNight ? `Take table, ${formatUsd(table.reservationPriceCents)}` : 'Seat at this table'}
        isBusy={add.isBusy}
        canSubmit={chosen !== ''}
        onSubmit={() => (party > table.maxGuests ? setIsCrowded(true) : submit())}
        onClose={onClose}
      >
        {options.length === 0 && !now.isLoading ? (
          <p role="status" className="text-brass">
            No dinner is served at this moment, and no night of this date is still to come.
          </p>
        ) : (
          <FormFields
            form={{
              values: { service: chosen },
              errors: {},
              setValue: (_name, value) => setService(String(value)),
            }}
            fields={[{ name: 'service', label: 'For', kind: 'choice', isWordy: true, options }]}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-[9rem_1fr_1fr]">
          <FormFields form={shown} fields={FIELDS} />
        </div>
        {dinner === null ? counting.field : null}
        {isNight && table.reservationPriceCents > 0 ? (
          <FormFields form={shown} fields={Object.values(PAYMENT_FIELDS)} />
        ) : null}
        {isNight ? null : <DinnerEnd stay={now.data?.stay ?? null} freeUntil={freeUntil} />}
        {add.refusal ? (
          <p role="alert" className="text-rose">
            {add.refusal}
          </p>
        ) : null}
      </FormDialog>
      {isCrowded ? (
        <CrowdedDialog {...{ table, party }} onConfirm={submit} onClose={() => setIsCrowded(false)} />
      ) : null}
      <Questions add={add} />
    </>
  )
}

/** Questions that the server asks before it books: about a table on sale, and about a blocked guest. */
const Questions = ({ add }: { readonly add: ReturnType<typeof useAdd> }) => (
  <>
    <ConfirmDialog
      isOpen={add.offSale !== null}
      question="Take this table off sale?"
      confirm="Save, and take it off sale"
      isBusy={add.isBusy}
      onConfirm={add.agreeToOffSale}
      onClose={add.dismiss}
    >
      <p className="text-sand">{add.offSale}</p>
    </ConfirmDialog>
    <AgreementDialog
      agreement={add.agreement}
      isBusy={add.isBusy}
      confirm="Book all the same"
      onAgree={add.agree}
      onClose={add.dismiss}
    />
  </>
)

type CrowdedProps = Pick<Props, 'table' | 'onClose'> & {
  readonly party: number
  readonly onConfirm: () => void
}

/** Asks before a party sits down at a table that is too small for it. */
const CrowdedDialog = ({ table: { tableNumber, maxGuests }, party, onConfirm, onClose }: CrowdedProps) => (
  <ConfirmDialog
    isOpen
    question={`Seat ${countText(party, 'guest')} at table ${tableNumber}?`}
    confirm="Seat them there all the same"
    isGrave={false}
    onConfirm={() => {
      onClose()
      onConfirm()
    }}
    onClose={onClose}
  >
    <p className="text-sand">{`Table ${tableNumber} seats ${maxGuests}.`}</p>
  </ConfirmDialog>
)

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ReservationFullDetails } from '#features/reservation-management/list/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { telHref } from '#lib/phone.ts'
import { formatDay, formatMoment } from '#lib/venue-time.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { Panel, TabHead } from '#ui/admin/panel.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { copyEmail, hoursText, paymentLabel, sourceLabel, tableLabel } from '../list-copy.ts'
import { GuestOfReservation } from '../../guests/known-guest.tsx'
import { NotePanel } from './note-panel.tsx'
import { HistoryPanel, MoneyPanel } from './money-panel.tsx'
import { PackagesPanel } from './packages-panel.tsx'
import { useAmendDialog } from '../amend/use-amend-dialog.tsx'
import { useReservationDeletion } from './delete-dialog.tsx'
import { DeletedNote } from './deleted-note.tsx'
import { LeftButton } from './left-control.tsx'
import { useStatusChange } from './status-control.tsx'
import { StatusSelect } from '../status-select.tsx'
import { TablePanel } from './table-panel.tsx'
import { RESERVATIONS_KEY, PATH, useReservationMutation } from '../use-reservation-list.ts'

/** Page of one reservation: details, payments, history and actions. */
export function ReservationPage({ id }: { id: string }) {
  const details = useQuery({
    queryKey: [...RESERVATIONS_KEY, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${PATH}/${id}`, { signal })).item,
  })
  const { data, error, refetch } = details
  return (
    <>
      <TabHead title={data?.guestName ?? 'Reservation'}>
        <Link to="/admin/reservations" className={buttonClass('outline')}>
          All reservations
        </Link>
      </TabHead>
      {data ? (
        <Details item={data} />
      ) : error ? (
        <LoadFailure what="The reservation" text={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label="Loading the reservation" />
      )}
    </>
  )
}

const Details = ({ item }: { item: ReservationFullDetails }) => (
  <div className="grid items-start gap-5 xl:grid-cols-2">
    <Panel>
      <Facts item={item} />
      {item.deletedAt ? <DeletedNote item={item} at={item.deletedAt} /> : <PageActions item={item} />}
    </Panel>
    <div className="flex flex-col gap-5">
      <MoneyPanel item={item} />
      {item.deletedAt ? null : (
        <>
          <TablePanel key={item.tableId ?? 'none'} item={item} />
          {item.guestId ? (
            <Panel>
              <h3 className="mb-1 text-lg">Guest</h3>
              <GuestOfReservation id={item.guestId} />
            </Panel>
          ) : null}
          <PackagesPanel item={item} />
          <NotePanel key={item.id} item={item} />
        </>
      )}
    </div>
    <HistoryPanel item={item} />
  </div>
)

function Facts({ item }: { item: ReservationFullDetails }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Type', item.type],
    ['Event', item.event?.title ?? null],
    ['Date', formatDay(item.date)],
    ['Time', hoursText(item)],
    ['Table', tableLabel(item.tableNumbers)],
    ['Party left', item.leftAt ? formatMoment(new Date(item.leftAt)) : null],
    ['Guests', String(item.guestCount)],
    ['Email', item.guestEmail || null],
    ['Phone', item.guestPhone ? <Call key="call" phone={item.guestPhone} /> : null],
    ['Entry code', item.type === 'nightlife' ? item.entryCode : null],
    ['Source', sourceLabel(item.source)],
    ['Payment', paidText(item)],
    ['Total', item.totalCents === null ? null : formatUsd(item.totalCents)],
    ['Due at the venue', item.status === 'cancelled' ? null : formatUsd(item.dueCents)],
    ['Cover due at the door', item.coverDue],
    ['Booked', formatMoment(new Date(item.createdAt))],
    ['Money kept', item.keptCents ? `${formatUsd(item.keptCents)}: ${item.keptReason ?? ''}` : null],
    ['Special requests', item.specialRequests],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-1.5">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className="contents">
            <dt className="text-sand">{name}</dt>
            <dd className="min-w-0 break-words whitespace-pre-line">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

const Call = ({ phone }: { phone: string }) => (
  <a
    href={telHref(phone)}
    className="inline-flex min-h-11 items-center text-brass underline hover:text-cream"
  >
    {phone}
  </a>
)

/** `paid: receipt 118` */
const paidText = (item: ReservationFullDetails): string =>
  [paymentLabel(item), item.paymentNote].filter(Boolean).join(': ')

/** Resends the confirmation email after a question that names the address: an email cannot be undone. */
function ResendConfirmation({ item }: { item: ReservationFullDetails }) {
  const [isAsked, setAsked] = useState(false)
  const resend = useReservationMutation('Error sending the confirmation')
  const close = (): void => setAsked(false)
  return (
    <>
      <Button look="outline" onClick={() => setAsked(true)}>
        Resend confirmation
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        question="Send the confirmation again?"
        confirm="Send"
        isGrave={false}
        isBusy={resend.isPending}
        onConfirm={() =>
          resend.mutate(
            {
              path: `${PATH}/${item.id}/confirmation`,
              method: 'POST',
              done: 'The confirmation is on its way',
            },
            { onSettled: close },
          )
        }
        onClose={close}
      >
        <p className="text-sand">
          It goes to <strong className="break-all text-cream">{item.guestEmail}</strong> at once.
        </p>
      </ConfirmDialog>
    </>
  )
}

function PageActions({ item }: { item: ReservationFullDetails }) {
  const navigate = useNavigate()
  const canDelete = useCan('reservations.delete')
  const canContact = useCan('guests.contact')
  const canChange = useCan('reservations.edit')
  const amendment = useAmendDialog()
  const statusChange = useStatusChange()
  const { variables, isPending } = statusChange
  const deletion = useReservationDeletion({ onDeleted: () => void navigate('/admin/reservations') })
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3">
      <StatusSelect
        guestName={item.guestName}
        status={isPending && variables ? variables.status : item.status}
        isBusy={isPending}
        onChange={(status) => statusChange.mutate({ item, status })}
      />
      {canChange && item.status !== 'cancelled' ? (
        <Button onClick={() => amendment.open(item)}>Change</Button>
      ) : null}
      <LeftButton item={item} />
      {item.guestEmail ? (
        <>
          {canContact ? (
            <Button look="outline" onClick={() => void copyEmail(item.guestEmail)}>
              Copy email
            </Button>
          ) : null}
          <ResendConfirmation item={item} />
        </>
      ) : null}
      {canDelete ? (
        <Button look="quiet" className="text-rose" onClick={() => deletion.ask(item)}>
          Delete
        </Button>
      ) : null}
      {deletion.dialog}
      {amendment.dialog}
      {statusChange.dialog}
    </div>
  )
}

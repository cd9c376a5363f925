import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { EveningOther, ReservationFullDetails } from '#features/reservation-management/list/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { telHref } from '#lib/phone.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { formatDate } from '#lib/venue-time.ts'
import { shownDay, shownMoment } from '#ui/admin/shown-time.ts'
import { FactList } from '#ui/admin/lists/fact-list.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { cameText, hoursText, paymentLabel, sourceLabel, tableLabel } from '../list-copy.ts'
import { FeedbackPanel } from '../../feedback/feedback-panel.tsx'
import { GuestOfReservation } from '../../guests/known-guest.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import { NotePanel } from './note-panel.tsx'
import { HistoryPanel, MoneyPanel } from './money/money-panel.tsx'
import { PackagesPanel } from './packages-panel.tsx'
import { RecordActions } from './record-actions.tsx'
import { DeletedNote } from './deleted-note.tsx'
import { TablePanel } from './table-panel.tsx'
import { RESERVATIONS_KEY, PATH } from '../use-reservation-list.ts'

const MESSAGE_POLL_MS = 10_000

/** A reservation with its payments and history. */
export const reservationQuery = (id: string) =>
  queryOptions({
    queryKey: [...RESERVATIONS_KEY, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await apiFetch(`${PATH}/${id}`, { signal })).item,
    // No event tells that a message has left.
    refetchInterval: ({ state: { data } }) =>
      data?.messages.messages.some(({ state }) => state === 'waiting') ? MESSAGE_POLL_MS : false,
  })

export const useReservation = (id: string) => useQuery(reservationQuery(id))

type Props = {
  readonly query: ReturnType<typeof useReservation>
  readonly onDeleted: () => void
}

/** One reservation: details, payments, history and actions, on its page and beside the list. */
export function ReservationRecord({ query: { data, error, refetch }, onDeleted }: Props) {
  if (data) return <Details item={data} onDeleted={onDeleted} />
  if (error) return <LoadFailure what="The reservation" text={error.message} onRetry={() => void refetch()} />
  return <LoadingRows label="Loading the reservation" />
}

type ItemProps = Pick<Props, 'onDeleted'> & { readonly item: ReservationFullDetails }

const Details = ({ item, onDeleted }: ItemProps) => (
  <div className="@container">
    <div className="grid items-start gap-5 @4xl:grid-cols-2">
      <Panel>
        {item.deletedAt ? null : <RecordActions item={item} onDeleted={onDeleted} />}
        <Facts item={item} />
        {item.deletedAt ? <DeletedNote item={item} at={item.deletedAt} /> : null}
      </Panel>
      <div className="flex flex-col gap-5">
        <MoneyPanel item={item} />
        {item.deletedAt ? null : <WorkPanels item={item} />}
        <MessagesPanel messages={item.messages} />
      </div>
      <HistoryPanel item={item} />
    </div>
  </div>
)

/** Table, guest, packages and note of the reservation, as far as the role may read and change them. */
function WorkPanels({ item }: { item: ReservationFullDetails }) {
  const canEdit = useCan('reservations.edit')
  const canAnnotate = useCan('reservations.annotate')
  const seesGuests = useCan('guests.read')
  return (
    <>
      {canEdit ? <TablePanel key={item.tableId ?? 'none'} item={item} /> : null}
      {item.guestId && seesGuests ? (
        <Panel>
          <h3 className="mb-1 text-lg">Guest</h3>
          <GuestOfReservation id={item.guestId} />
        </Panel>
      ) : null}
      {item.feedback ? <FeedbackPanel feedback={item.feedback} /> : null}
      <PackagesPanel item={item} />
      {canAnnotate ? <NotePanel key={item.id} item={item} /> : <NoteText note={item.staffNote} />}
    </>
  )
}

const NoteText = ({ note }: { note: string }) =>
  note === '' ? null : (
    <Panel>
      <h3 className="mb-1 text-lg">Note</h3>
      <p className="wrap-anywhere whitespace-pre-line">{note}</p>
    </Panel>
  )

function Facts({ item }: { item: ReservationFullDetails }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Type', item.type],
    ['Event', item.event?.title ?? null],
    ['Date', shownDay(item.date)],
    ['Time', hoursText(item)],
    [item.tableNumbers.length > 1 ? 'Tables' : 'Table', tableLabel(item.tableNumbers)],
    ['Party left', item.leftAt ? shownMoment(item.leftAt) : null],
    ['Guests', String(item.guestCount)],
    ['Arrived', cameText(item)],
    ['Same evening', item.evening ? <OtherOfEvening key="evening" other={item.evening} /> : null],
    ['Confirmed by guest', item.confirmedAt ? shownMoment(item.confirmedAt) : null],
    ['Email', item.guestEmail || null],
    ['Phone', item.guestPhone ? <Call key="call" phone={item.guestPhone} /> : null],
    ['Entry code', item.type === 'nightlife' ? item.entryCode : null],
    ['Source', sourceLabel(item.source)],
    ['Payment', paidText(item)],
    ['Total', item.totalCents === null ? null : formatUsd(item.totalCents)],
    ['Due at the venue', item.status === 'cancelled' ? null : formatUsd(item.dueCents)],
    ['Cover due at the door', item.status === 'cancelled' ? null : item.coverDue],
    ['Cover recorded', item.coverTaken],
    ['Booked', shownMoment(item.createdAt)],
    ['Money kept', item.keptCents ? `${formatUsd(item.keptCents)}: ${item.keptReason ?? ''}` : null],
    [
      'Credit of the guest',
      item.creditCents && item.creditUntil
        ? `${formatUsd(item.creditCents)}, until ${formatDate(item.creditUntil, 'dated')}. It pays for changes; a refund pays it back.`
        : null,
    ],
    ['Special requests', item.specialRequests],
  ]
  return <FactList facts={facts} />
}

const OtherOfEvening = ({ other }: { other: EveningOther }) => (
  <Link
    to={`/admin/reservations/${other.id}`}
    className="inline-flex min-h-11 items-center text-brass underline hover:text-cream lg:min-h-6"
  >
    {capitalized(other.text)}
  </Link>
)

const Call = ({ phone }: { phone: string }) => (
  <a
    href={telHref(phone)}
    className="inline-flex min-h-11 items-center text-brass underline hover:text-cream lg:min-h-6"
  >
    {phone}
  </a>
)

/** `paid: receipt 118` */
const paidText = (item: ReservationFullDetails): string =>
  [paymentLabel(item), item.paymentNote].filter(Boolean).join(': ')

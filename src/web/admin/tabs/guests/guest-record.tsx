import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { GuestDetails } from '#features/guests/schema.ts'
import { formatUsd, formatUsdShort } from '#lib/money.ts'
import { telHref } from '#lib/phone.ts'
import { countText } from '#lib/text/count.ts'
import { shownDay, shownMoment } from '#ui/admin/shown-time.ts'
import { FactList } from '#ui/admin/lists/fact-list.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { GuestBlock } from './guest-block.tsx'
import { OUTCOME_LABELS } from './guest-copy.ts'
import { GuestForm } from './guest-form.tsx'
import { GuestMarks } from './marks.tsx'
import type { useGuest } from './use-guests.ts'

/** One guest: figures, what staff know, and all reservations, on the guest's page and beside the list. */
export function GuestRecord({ query: { data, error, refetch } }: { query: ReturnType<typeof useGuest> }) {
  if (data) return <Details guest={data} />
  if (error) return <LoadFailure what="The guest" text={error.message} onRetry={() => void refetch()} />
  return <LoadingRows label="Loading the guest" />
}

const Details = ({ guest }: { guest: GuestDetails }) => (
  <div className="@container">
    <div className="grid items-start gap-5 @4xl:grid-cols-2">
      <div className="flex flex-col gap-5">
        <Panel>
          <Facts guest={guest} />
        </Panel>
        <GuestBlock guest={guest} />
      </div>
      <GuestForm key={guest.id} guest={guest} />
      <Reservations guest={guest} />
      <Requests guest={guest} />
    </div>
  </div>
)

function Facts({ guest }: { guest: GuestDetails }) {
  const { visits, nights, dinners, noShows, cancelled, spendCents, lastVisit, nextBooking } = guest
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Visits', `${visits} (${countText(nights, 'night')}, ${countText(dinners, 'dinner')})`],
    ['No-shows', String(noShows)],
    ['Cancelled', String(cancelled)],
    ['Spend', spendCents === null ? null : formatUsd(spendCents)],
    ['Last visit', lastVisit ? shownDay(lastVisit) : 'None yet'],
    ['Next booking', nextBooking ? shownDay(nextBooking) : 'None'],
    ['Phone', <Phones key="phones" phones={guest.phones} />],
    ['Email', guest.emails.join(', ') || 'None'],
    ['Also known as', guest.merged.map(({ name }) => name).join(', ')],
    ['May be the same', <Alike key="alike" guest={guest} />],
  ]
  const isShown = (name: string): boolean => name !== 'May be the same' || guest.alike.length > 0
  return (
    <>
      <p className="mb-3 flex flex-wrap gap-1.5 empty:hidden">
        <GuestMarks guest={guest} />
      </p>
      <FactList facts={facts.filter(([name]) => isShown(name))} />
    </>
  )
}

const LINK = 'inline-flex min-h-11 items-center text-brass underline hover:text-cream lg:min-h-6'

const Phones = ({ phones }: { phones: readonly string[] }) =>
  phones.length === 0 ? (
    'None'
  ) : (
    <span className="flex flex-wrap gap-x-4">
      {phones.map((phone) => (
        <a key={phone} href={telHref(phone)} className={LINK}>
          {phone}
        </a>
      ))}
    </span>
  )

const Alike = ({ guest }: { guest: GuestDetails }) => (
  <span className="flex flex-wrap gap-x-4">
    {guest.alike.map(({ id, name }) => (
      <Link key={id} to={`/admin/guests/${id}`} className={LINK}>
        {name}
      </Link>
    ))}
  </span>
)

const Reservations = ({ guest: { reservations } }: { guest: GuestDetails }) => (
  <Panel>
    <h3 className="mb-2 text-lg">Reservations</h3>
    {reservations.length === 0 ? <p className="text-sand">None.</p> : null}
    <ul>
      {reservations.map((it) => (
        <li key={it.id} className="border-b border-bark last:border-0">
          <Link
            to={`/admin/reservations/${it.id}`}
            className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-lg py-1.5 hover:bg-cocoa"
          >
            <span className="truncate font-semibold text-brass">
              {it.eventTitle ?? 'Dinner'}, {shownMoment(it.startsAt)}
            </span>
            <span className={`text-sm ${it.outcome === 'no_show' ? 'text-rose' : 'text-sand'}`}>
              {OUTCOME_LABELS[it.outcome]}
            </span>
            <span className="col-span-2 truncate text-sm text-sand">
              {[
                countText(it.guestCount, 'guest'),
                it.tableNumber === null ? 'no table' : `table ${it.tableNumber}`,
                it.guestName,
                it.spendCents ? formatUsdShort(it.spendCents) : '',
              ]
                .filter((text) => text !== '')
                .join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </Panel>
)

const REQUEST_NAMES = { inquiry: 'Inquiry', table_request: 'Table request' } as const
const REQUEST_PAGES = { inquiry: '/admin/inquiries', table_request: '/admin/inquiries/tables' } as const

const Requests = ({ guest: { requests } }: { guest: GuestDetails }) =>
  requests.length === 0 ? null : (
    <Panel>
      <h3 className="mb-2 text-lg">Inquiries</h3>
      <ul>
        {requests.map(({ id, kind, status, createdAt }) => (
          <li
            key={id}
            className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-bark last:border-0"
          >
            <Link to={`${REQUEST_PAGES[kind]}/${id}`} className={LINK}>
              {REQUEST_NAMES[kind]}
            </Link>
            <span className="text-sm text-sand">
              {shownMoment(createdAt)}, {status.replaceAll('_', ' ')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { timeText } from '#features/events/rules.ts'
import type { NightGuest } from '#features/reservations/affected-guests/schema.ts'
import { contentSummary, missingContent } from '#features/reservations/package-contents/rules.ts'
import { countText } from '#lib/text/count.ts'
import { formatUsd } from '#lib/money.ts'
import { telHref } from '#lib/phone.ts'
import { formatDate } from '#lib/venue-time.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { EVENTS_PATH } from './event-fields.ts'
import { TableBlocks } from './table-blocks.tsx'

const EVERY_HALF_MINUTE = 30_000

/** Guest list and table blocks of one event, for check-in on a screen or on paper. */
export default function NightView({ id }: { id: string }) {
  const queryKey = ['events', 'night', id]
  const night = useQuery({
    queryKey,
    staleTime: 0,
    refetchInterval: EVERY_HALF_MINUTE,
    queryFn: ({ signal }) => apiFetch(`${EVENTS_PATH}/${id}/night`, { signal }),
  })
  if (!night.data)
    return night.error ? (
      <LoadFailure what="The night" text={night.error.message} onRetry={() => void night.refetch()} />
    ) : (
      <LoadingRows label="Loading the night" />
    )
  const { event, guests } = night.data
  const covers = guests.reduce((sum, it) => sum + it.guestCount, 0)
  return (
    <div className="night-list flex flex-col gap-5">
      <TabHead title={event.title}>
        <Link to="/admin/events" className={buttonClass('quiet', 'no-print')}>
          All events
        </Link>
        <a
          href={`/events/${event.slug}`}
          target="_blank"
          rel="noopener"
          className={buttonClass('outline', 'no-print')}
        >
          Preview
        </a>
        <Button className="no-print" onClick={() => window.print()}>
          Print
        </Button>
      </TabHead>
      <p className="text-sand">
        {formatDate(event.date)}, {timeText(event)}. {countText(guests.length, 'party', 'parties')},{' '}
        {countText(covers, 'guest')}.
      </p>
      {guests.length === 0 ? (
        <StateNote title="No parties yet" text="Parties with a table for this event appear here." />
      ) : (
        <GuestList guests={guests} />
      )}
      <TableBlocks night={night.data} queryKey={queryKey} />
    </div>
  )
}

const HEADS = ['Table', 'Guest', 'Phone', 'Guests', 'Packages', 'Special requests', 'Code', 'Due', 'Status']

/** The parties of a night. On a phone or a tablet each is a card of its own. */
const GuestList = ({ guests }: { guests: readonly NightGuest[] }) => (
  <table className="w-full text-left as-cards:block">
    <thead className="as-cards:sr-only">
      <tr className="border-b border-clay text-sm text-sand">
        {HEADS.map((head) => (
          <th key={head} scope="col" className="py-2 pr-3">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="as-cards:block">
      {guests.map((guest) => (
        <GuestRow key={guest.id} guest={guest} />
      ))}
    </tbody>
  </table>
)

const GuestRow = ({ guest }: { guest: NightGuest }) => (
  <tr className="break-inside-avoid border-b border-bark align-baseline as-cards:flex as-cards:flex-wrap as-cards:items-baseline as-cards:gap-x-3 as-cards:py-2">
    <td className="py-1 pr-3 font-semibold tabular-nums">
      <span className="as-rows:sr-only">Table </span>
      {guest.tableNumber ?? 'none'}
    </td>
    <th
      scope="row"
      className="py-1 pr-3 font-semibold as-cards:grow as-cards:basis-52 as-cards:wrap-anywhere md:as-cards:basis-32"
    >
      {guest.guestName}
    </th>
    <td className="py-1 pr-3 whitespace-nowrap as-cards:pr-0 md:as-cards:ml-auto">
      {guest.guestPhone ? (
        <a href={telHref(guest.guestPhone)} className="inline-flex items-center underline as-cards:min-h-11">
          {guest.guestPhone}
        </a>
      ) : (
        <span className="text-dune">
          <span className="as-rows:hidden">no phone</span>
          <span className="as-cards:hidden">none</span>
        </span>
      )}
    </td>
    <td className="py-1 pr-3 tabular-nums">
      {guest.guestCount}
      <span className="as-rows:hidden"> {guest.guestCount === 1 ? 'guest' : 'guests'}</span>
    </td>
    <td className="max-w-sm py-1 pr-3 wrap-anywhere as-cards:order-last as-cards:max-w-none as-cards:basis-full as-cards:empty:hidden">
      {guest.packages.map((it) => (
        <p key={it.label}>
          {it.label}
          <PackageLine content={it} />
        </p>
      ))}
    </td>
    <td className="max-w-sm py-1 pr-3 break-words as-cards:order-last as-cards:max-w-none as-cards:basis-full as-cards:empty:hidden">
      {guest.specialRequests}
    </td>
    <td className="py-1 pr-3 font-mono text-sm">{guest.entryCode}</td>
    <td className="py-1 pr-3 whitespace-nowrap tabular-nums">
      {guest.dueCents === 0 ? 'nothing' : formatUsd(guest.dueCents)}
      <span className="as-rows:sr-only"> due</span>
    </td>
    <td className="py-1 md:as-cards:ml-auto">{guest.status}</td>
  </tr>
)

const PackageLine = ({ content }: { content: NightGuest['packages'][number] }) => {
  const missing = missingContent(content)
  const given = contentSummary(content)
  return (
    <>
      {given ? <span className="block text-sm text-sand">{given}</span> : null}
      {missing ? <span className="block text-sm text-rose">Still missing: {missing}</span> : null}
    </>
  )
}

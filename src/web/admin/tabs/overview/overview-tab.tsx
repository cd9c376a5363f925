import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BackupNotice, Overview, RecentReservation } from '#features/dashboard/schema.ts'
import { countText } from '#lib/text/count.ts'
import { Badge } from '#ui/badge.tsx'
import { LoadFailure, LoadingCards } from '#ui/admin/lists/list-states.tsx'
import { Panel, TabHead } from '#ui/admin/panel.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { TableStatus } from '../tables/table-status.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { NightsChart } from './nights-chart.tsx'
import { Tonight } from './tonight.tsx'

const A_MINUTE_MS = 60_000

/** The Overview tab. It stays open all night, and refreshes itself every minute. */
export default function OverviewTab() {
  const { data, error, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => apiFetch('/admin/api/overview', { signal }),
    staleTime: 0,
    refetchInterval: A_MINUTE_MS,
  })
  return (
    <>
      <TabHead title="Overview" />
      {data ? (
        <Glance overview={data} />
      ) : error ? (
        <LoadFailure what="The overview" text={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingCards label="Loading the overview" cards={4} />
      )}
    </>
  )
}

const Glance = ({
  overview: { backups, attention, replies, counts, recent, tables, tonight, nights },
}: {
  overview: Overview
}) => (
  <>
    {backups ? <BackupLine notice={backups} /> : null}
    <NeedsAttention items={attention} replies={replies} />
    <Tonight tonight={tonight} />
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Count label="Total Menu Items" count={counts.menuItems} />
      <Count label="Active Reservations" count={counts.activeReservations} />
      <Count label="Upcoming Events" count={counts.upcomingEvents} />
      <Count label="Gallery Items" count={counts.galleryItems} />
    </dl>
    <NightsChart nights={nights} />
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Listing title="Recent Reservations" empty="No reservations yet">
        {recent.map((it) => (
          <li key={it.id} className="flex min-h-12 items-center gap-3 py-1">
            <span className="min-w-0 flex-1 truncate font-semibold">{it.guestName}</span>
            <span className="text-sand">{countText(it.guestCount, 'guest')}</span>
            <Badge tone={STATUS_TONES[it.status]}>{it.status}</Badge>
          </li>
        ))}
      </Listing>
      <Listing title="Venue Tables" empty="No tables configured">
        {tables.map((it) => (
          <li key={it.id} className="flex min-h-12 items-center gap-3 py-1">
            <span className="min-w-0 flex-1 font-semibold">Table {it.tableNumber}</span>
            <span className="text-sand">
              {`Max ${countText(it.maxGuests, 'guest')}${it.isTakenNow ? ', taken now' : ''}`}
            </span>
            <TableStatus isAvailable={it.isAvailable} />
          </li>
        ))}
      </Listing>
    </div>
  </>
)

/** Notice that the last backup failed or is too old. */
const BackupLine = ({ notice: { kind, lastGoodAt } }: { notice: BackupNotice }) => (
  <p role="status" className="rounded-lg border border-brass bg-brass/10 px-4 py-3">
    {kind === 'failing' ? 'The last backup failed. ' : ''}
    {lastGoodAt
      ? `The last good backup is from ${shownMoment(lastGoodAt)}.`
      : 'There is no good one yet.'}{' '}
    Please ask the person who runs the server to look after it.
  </p>
)

const STATUS_TONES: Record<RecentReservation['status'], 'brass' | 'teal' | 'burgundy' | 'plain'> = {
  pending: 'brass',
  confirmed: 'teal',
  cancelled: 'burgundy',
  completed: 'plain',
}

const Count = ({ label, count }: { label: string; count: number }) => (
  <div className="flex flex-col gap-1 rounded-card border border-bark bg-ember p-4 sm:p-5">
    <dt className="text-sm text-sand">{label}</dt>
    <dd className="font-display text-3xl text-brass tabular-nums">{count.toLocaleString('en-US')}</dd>
  </div>
)

type ListingProps = {
  readonly title: string
  readonly empty: string
  readonly children: readonly ReactNode[]
}

const Listing = ({ title, empty, children }: ListingProps) => (
  <Panel>
    <h3 className="mb-2 text-xl">{title}</h3>
    {children.length === 0 ? (
      <p className="text-dune">{empty}</p>
    ) : (
      <ul className="divide-y divide-bark">{children}</ul>
    )}
  </Panel>
)

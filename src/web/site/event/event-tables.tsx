import { readPartySize } from '#features/floor-plan/chart/rules.ts'
import type { SeatingChart } from '#features/floor-plan/chart/schema.ts'
import { readTableOrder } from '#features/floor-plan/table-choice/rules.ts'
import { TableComparison } from '#features/floor-plan/table-choice/ui/table-comparison.tsx'
import { type PlainAnswer, PlainBooking } from '#features/holds/ui/booking/plain-booking.tsx'
import { MAX_PARTY } from '#features/venue/rules.ts'
import { cancelUntil } from '#features/reservations/rules.ts'
import { Island } from '../islands/island.tsx'
import { MoreGuests } from '../reservations/more-guests.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import { EventBooking } from './event-booking.tsx'
import type { Night } from './event-data.ts'
import { roomPicture } from './room-picture.ts'

type Props = {
  readonly night: Night
  readonly chart: SeatingChart
  readonly requestAt: string
  readonly search: string
  readonly answer: PlainAnswer | null
  /** Whether the guest has asked for the tables of this night. */
  readonly isReserving: boolean
}

/** Seating chart with booking: in a dialog, or by a form in the page without JavaScript. */
export function EventTables({ night, chart, requestAt, search, answer, isReserving }: Props) {
  const { venue } = useRootData()
  const { event, attempt } = night
  const next = night.next && { slug: night.next.slug, title: night.next.title }
  const { packages, phone, holdMinutes, changeNoticeHours } = venue
  const refundUntil = cancelUntil({
    startsAt: new Date(event.startsAt),
    noticeHours: changeNoticeHours,
    refundableUntil: null,
  }).toISOString()
  const terms = { packages, phone, holdMinutes, changeNoticeHours, refundUntil }
  return (
    <>
      {Number(new URLSearchParams(search).get('guests')) > MAX_PARTY ? (
        <MoreGuests venue={venue} most={MAX_PARTY} />
      ) : null}
      <Island
        name="event-booking"
        component={EventBooking}
        // A guest who asks for the tables begins with the chart, and a link to one table opens its dialog.
        wakes={isReserving || attempt ? 'load' : 'visible'}
        props={{ event, chart, terms, requestAt, next, search }}
      />
      {event.soldOut ? null : <Comparison chart={chart} query={new URLSearchParams(search)} />}
      {attempt && (!event.soldOut || attempt.isMine) ? (
        <div id="book" className="empty:hidden">
          <PlainBooking
            event={event}
            terms={terms}
            variant={chart.variant}
            tables={chart.tables}
            details={chart.details}
            tableNumber={attempt.tableNumber}
            partySize={attempt.partySize}
            attempt={attempt}
            answer={answer}
          />
        </div>
      ) : null}
    </>
  )
}

type ComparisonProps = { readonly chart: SeatingChart; readonly query: URLSearchParams }

function Comparison({ chart, query }: ComparisonProps) {
  const order = query.get('order')
  return (
    <TableComparison
      tables={chart.tables}
      details={chart.details}
      variant={chart.variant}
      partySize={readPartySize(query)}
      order={order === null ? null : readTableOrder(order)}
      pictureOf={roomPicture}
    />
  )
}

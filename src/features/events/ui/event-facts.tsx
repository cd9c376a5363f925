import { nightText, timeText, formatDate } from '#lib/venue-time.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { coverEach, isFree, priceText } from '../rules.ts'
import type { Event } from '../schema.ts'

type Props = {
  readonly event: Omit<Event, 'bookingPercentage'>
  /** URL of the table choice; null when no table can be booked. */
  readonly reserveAt: string | null
  /** URL of the request form for an event whose tables are not sold online; null for all others. */
  readonly requestAt: string | null
}

function priceNote(event: Props['event']): string {
  if (!event.tablesForSale) return isFree(event.price) ? '' : 'Per person.'
  return coverEach(event.price)
    ? 'Cover per person, paid at the door. Tables are priced separately.'
    : 'Tables are priced separately.'
}

export const EventFacts = ({ event, reserveAt, requestAt }: Props) => (
  <div className="flex flex-col gap-8">
    <dl className="grid gap-x-8 gap-y-5 border-y border-bark py-6 sm:max-md:grid-cols-2 lg:grid-cols-2">
      <Fact icon="calendar" term="Date">
        <time dateTime={event.date}>{formatDate(event.date)}</time>
      </Fact>
      <Fact icon="clock" term="Time">
        {timeText(event)}
        <span className="block text-sm font-normal text-sand">{nightText(event)}</span>
      </Fact>
      <Fact icon="ticket" term="Price">
        {priceText(event.price)}
        <span className="block text-sm font-normal text-sand empty:hidden">{priceNote(event)}</span>
      </Fact>
      {event.dj ? (
        <Fact icon="play" term="DJ">
          {event.dj}
        </Fact>
      ) : null}
      {event.host ? (
        <Fact icon="mic" term="Host">
          {event.host}
        </Fact>
      ) : null}
    </dl>
    <p className="max-w-prose text-lg whitespace-pre-line text-cream/90">{event.description}</p>
    {reserveAt || event.ticketsUrl || requestAt ? (
      <p className="flex flex-wrap gap-3">
        {reserveAt ? (
          <a href={reserveAt} className={buttonClass('solid', 'px-7')}>
            Reserve Table
          </a>
        ) : null}
        {event.ticketsUrl ? (
          <a
            href={event.ticketsUrl}
            rel="noreferrer noopener"
            target="_blank"
            className={buttonClass(reserveAt ? 'outline' : 'solid')}
          >
            <Icon name="ticket" />
            Get Tickets
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : null}
        {requestAt ? (
          <a href={requestAt} className={buttonClass(event.ticketsUrl ? 'outline' : 'solid', 'px-7')}>
            Request a place
          </a>
        ) : null}
      </p>
    ) : null}
    <EntryNotes hasCover={event.tablesForSale && coverEach(event.price) !== null} />
  </div>
)

type FactProps = { readonly icon: IconName; readonly term: string; readonly children: React.ReactNode }

const Fact = ({ icon, term, children }: FactProps) => (
  <div className="relative pl-9">
    <dt className="text-sm text-dune">
      <Icon name={icon} className="absolute top-1 left-0 size-5.5 text-brass" />
      {term}
    </dt>
    <dd className="text-lg leading-snug font-semibold">{children}</dd>
  </div>
)

const EntryNotes = ({ hasCover }: { readonly hasCover: boolean }) => (
  <section aria-label="Good to know" className="border-l-2 border-terracotta pl-5 text-sand">
    <p>
      <strong className="text-cream">Dress code:</strong> smart casual, no athletic wear or flip-flops.
    </p>
    {hasCover ? (
      <p className="mt-2">
        <strong className="text-cream">Table reservation and cover charges are separate fees.</strong> All
        patrons pay cover on entry except the primary reservation holder.
      </p>
    ) : null}
  </section>
)

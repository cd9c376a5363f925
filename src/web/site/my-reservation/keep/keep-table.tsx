import { momentOf, nightText } from '#lib/venue-time.ts'
import { coverText, isFree } from '#features/events/rules.ts'
import { chartPath, keepText, keptText } from '#features/holds/keep-table/rules.ts'
import { RefundTerms } from '#features/holds/ui/booking/booking-facts.tsx'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { cancelUntil } from '#features/reservations/rules.ts'
import { minimumSpendText } from '#features/reservations/minimum-spend/rules.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useRootData } from '../../layout/site-layout.tsx'
import type { KeepShown } from './keep-data.ts'

type Props = {
  readonly keep: KeepShown
  /** The dinner's own page, which takes the form. */
  readonly link: string
  /** Why the last attempt failed, with the chart of the night where another table can be chosen. */
  readonly refused: { readonly problem: string; readonly chart: string | null } | null
}

const SECTION = 'keep'

/** Offers a dinner guest the table for the night that follows, at its price. It is a plain form. */
export function KeepTable({ keep, link, refused }: Props) {
  return (
    <section
      id={SECTION}
      aria-labelledby="stay-for-the-night"
      className="no-print mt-8 scroll-mt-24 rounded-card border border-brass/40 bg-ember p-5 sm:p-7"
    >
      <p className="eyebrow">{nightText(keep.event)}</p>
      <h2 id="stay-for-the-night" className="mt-2 text-heading">
        {keep.state === 'kept' ? 'You are staying for the night' : `Stay for ${keep.event.title}`}
      </h2>
      {refused ? (
        <p role="alert" tabIndex={-1} autoFocus className="mt-3 font-semibold text-rose">
          {refused.problem}
          {refused.chart === null || keep.state === 'sold' ? null : (
            <>
              {' '}
              <a href={refused.chart} className="text-brass underline underline-offset-4">
                Choose another table
              </a>
            </>
          )}
        </p>
      ) : null}
      <Body keep={keep} link={link} />
    </section>
  )
}

function Body({ keep, link }: Omit<Props, 'refused'>) {
  const { state, table, nightLink } = keep
  if (state === 'sold')
    return (
      <>
        <p className="mt-3 text-sand">
          {`Table ${table.tableNumber}, where you dine, is not for sale that night any more. Other tables may be left.`}
        </p>
        <ButtonLink href={chartPath(keep)} look="outline" className="mt-4">
          See the tables of the night
        </ButtonLink>
      </>
    )
  if (state === 'kept')
    return (
      <>
        <p className="mt-3 text-sand">{keptText(keep)}</p>
        {nightLink === null ? null : (
          <ButtonLink href={nightLink} look="outline" className="mt-4">
            Your reservation for the night
          </ButtonLink>
        )}
      </>
    )
  return <KeepForm keep={keep} link={link} />
}

function KeepForm({ keep, link }: Omit<Props, 'refused'>) {
  const { venue } = useRootData()
  const { state, event, table, priceCents, guestCount, key } = keep
  const cover = coverText(event.price, guestCount)
  const refundUntil = cancelUntil({
    startsAt: momentOf(event.date, event.startTime),
    noticeHours: venue.changeNoticeHours,
    refundableUntil: null,
  }).toISOString()
  const minimumSpend = minimumSpendText(keep.minimumSpendCents)
  return (
    <form method="post" action={`${link}#${SECTION}`} data-once className="mt-3 flex flex-col gap-4">
      <p className="max-w-prose">
        {state === 'held' ? 'You hold the table and have not paid yet. ' : ''}
        {`${keepText(keep)} It is the table where you dine: ${table.location}, seats up to ${table.maxGuests}.`}
      </p>
      {minimumSpend === null ? null : <p className="text-sand">{minimumSpend}</p>}
      {cover === null || isFree(event.price) ? null : (
        <p className="text-sand">{`Cover at the entrance is a separate fee: ${cover}`}</p>
      )}
      <RefundTerms
        phone={venue.phone}
        changeNoticeHours={venue.changeNoticeHours}
        refundUntil={refundUntil}
      />
      <input type="hidden" name="eventId" value={event.id} />
      <input type="hidden" name="tableId" value={table.id} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="shownCents" value={priceCents} />
      <div className="flex flex-wrap items-center gap-3 max-sm:flex-col max-sm:items-stretch">
        <Button type="submit" name={INTENT_FIELD} value="keep">
          {[
            state === 'held' ? 'Continue to payment' : 'Keep my table',
            ...(priceCents === 0 ? [] : [formatUsd(priceCents)]),
          ].join(', ')}
        </Button>
        <p className="text-sm text-sand">
          {`The table is held for ${countText(venue.holdMinutes, 'minute')} while you pay. `}
          <a href="/terms-of-service#reservations" className="text-brass underline underline-offset-4">
            All terms
          </a>
        </p>
      </div>
    </form>
  )
}

import { MAX_PARTY } from '#features/venue/rules.ts'
import { describeFit, largestParty } from '../rules.ts'
import type { ViewTable } from '../schema.ts'
import { countText } from '#lib/text/count.ts'
import { Button } from '#ui/button.tsx'

type Props = {
  readonly slug: string
  readonly variant: number
  /** Address of the request form, for a party that no table seats. */
  readonly requestAt: string
  readonly tables: readonly ViewTable[]
  readonly partySize: number | null
  readonly onPartySize: (partySize: number) => void
}

/** Party size field, asked first because it decides which tables can be chosen. */
export const PartySize = ({ slug, variant, requestAt, tables, partySize, onPartySize }: Props) => (
  <div className="flex flex-wrap items-end gap-3">
    <form
      method="get"
      action={`/events/${slug}#reserve`}
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="view" value="reserve" />
      <input type="hidden" name="chart" value={variant} />
      <label className="flex flex-col gap-1.5 font-semibold">
        How many of you?
        <select
          name="guests"
          value={partySize ?? ''}
          onChange={(event) => onPartySize(Number(event.currentTarget.value))}
          className="h-12 min-w-44 rounded-xl border border-clay bg-cocoa px-4 pr-11 font-normal select-arrow"
        >
          {partySize === null ? <option value="">Choose</option> : null}
          {Array.from({ length: MAX_PARTY }, (_, i) => (
            <option key={i} value={i + 1}>
              {countText(i + 1, 'guest')}
            </option>
          ))}
        </select>
      </label>
      <p className="hidden noscript:block">
        <Button type="submit" look="outline">
          Show tables
        </Button>
      </p>
    </form>
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 text-sand">
      <p role="status">
        {partySize === null ? 'We then mark the tables that are too small.' : describeFit(tables, partySize)}
      </p>
      {partySize !== null && partySize > largestParty(tables) ? (
        <a
          href={`${requestAt}&guests=${partySize}`}
          className="inline-flex min-h-11 items-center text-brass underline"
        >
          Request tables for {partySize}
        </a>
      ) : null}
    </div>
  </div>
)

import { hasChoice, largestParty, readPartySize } from '#features/floor-plan/chart/rules.ts'
import { nightFormPath } from '#features/waiting-list/rules.ts'
import { WaitingForm } from '../waiting-list/waiting-form.tsx'
import type { Night } from './event-data.ts'

const NOBODY_HOLDS: ReadonlySet<string> = new Set()

type Props = {
  readonly night: Night
  readonly search: string
  /** The form that requests a table. */
  readonly requestAt: string
}

/** Form that joins the waiting list of the night: open where no table is left, folded while there are some. */
export function WaitingListSection({ night: { event, chart, waitingToken }, search, requestAt }: Props) {
  if (!chart || waitingToken === null) return null
  const partySize = readPartySize(new URLSearchParams(search))
  const largest = largestParty(chart.tables)
  const isTooLarge = partySize !== null && partySize > largest
  const form = (
    <>
      {isTooLarge ? (
        <p className="mb-4 max-w-prose text-cream">
          Our largest table seats {largest}, so the waiting list takes parties of up to {largest}. For more
          guests, please{' '}
          <a href={requestAt} className="text-brass underline underline-offset-4">
            request a table
          </a>
          .
        </p>
      ) : null}
      <WaitingForm
        line="night"
        action={nightFormPath(event.slug)}
        formToken={waitingToken}
        answer={null}
        known={partySize === null || isTooLarge ? {} : { guests: String(partySize) }}
      />
    </>
  )
  const isFull = event.soldOut || !hasChoice(chart.tables, NOBODY_HOLDS)
  if (isFull) return <div id="waiting-list">{form}</div>
  return (
    <details id="waiting-list" className="group">
      <summary className="inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-xl font-semibold text-brass underline underline-offset-4">
        No table for your party? Join the waiting list
      </summary>
      <div className="mt-4">{form}</div>
    </details>
  )
}

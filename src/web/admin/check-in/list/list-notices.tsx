import { listName } from '#features/reservation-management/check-in/codes/rules.ts'
import { formatDate } from '#lib/venue-time.ts'
import type { CheckInState } from '../device/check-in-state.ts'
import { clockWarning, laterNight } from '../device/device-clock.ts'

/** Warning beside prices of the list of an earlier night; null with the list of tonight. */
export const earlierListWarning = (state: CheckInState): string | null =>
  state.snapshot && laterNight(state) !== null
    ? `These prices are from ${listName(state.snapshot.date)}. Ask for those of tonight.`
    : null

/** A list of an earlier night, and a clock that is wrong. */
export function ListNotices({ state }: { readonly state: CheckInState }) {
  const later = laterNight(state)
  const warning = clockWarning(state)
  return (
    <>
      {state.snapshot && later !== null ? (
        <div role="alert" className="flex flex-col gap-1 rounded-xl bg-stop p-4">
          <p className="text-3xl leading-tight font-bold">This is {listName(state.snapshot.date)}</p>
          <p>
            Tonight is {formatDate(later)}. The parties below cannot be checked: find a connection to load
            tonight.
          </p>
        </div>
      ) : null}
      {warning === null ? null : (
        <p role="alert" className="rounded-xl bg-ask p-3 font-semibold">
          {warning}
        </p>
      )}
    </>
  )
}

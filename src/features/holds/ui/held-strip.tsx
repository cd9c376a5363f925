import { useEffect, useRef, useSyncExternalStore } from 'react'
import { tablePath } from '#features/floor-plan/chart/rules.ts'
import { buttonClass } from '#ui/button.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { type AnyStoredHold, clearHold, listAllStoredHolds } from './booking/attempts.ts'
import { HeldNotice } from './held-notice.tsx'
import { useHoldStatus } from './hold-watch.ts'
import { readAll, subscribe } from './stored-holds.ts'

/** Tables that this browser holds, for any event. CSS hides it while `HeldTables` of the event's page is in view. */
export function HeldStrip() {
  // The list is read again when a hold is stored or removed, in this tab or another one. The server rendered none.
  const stored = useSyncExternalStore(subscribe, readHolds, NONE)
  const holds = stored === '' ? [] : listAllStoredHolds()
  return (
    <div className="held-own">
      {holds.map((hold) => (
        <HeldLine key={hold.token} hold={hold} />
      ))}
    </div>
  )
}

const isStripVisible = (): boolean =>
  document.querySelector('.held-own')?.checkVisibility({ visibilityProperty: true }) ?? false

/** Whether this is the page of an event without a seating chart: there the hold is paid by its payment page. */
const isWithoutTables = (): boolean =>
  location.pathname.startsWith('/events/') && document.getElementById('reserve') === null

const endedToast = (tableNumber: number) => ({
  title: `Your hold on table ${tableNumber} has ended`,
  text: 'You were not charged. If a payment was still going through, you get the table or all of your money back.',
  tone: 'bad' as const,
})

const NONE = (): string => ''
const readHolds = (): string => readAll('hold ')

function HeldLine({ hold }: { readonly hold: AnyStoredHold }) {
  const { token, tableNumber, eventId, tableId } = hold
  const known = useHoldStatus(token)
  const state = known?.news.state ?? null
  const wasShown = useRef(false)
  useEffect(() => {
    // The event's page says itself that a hold has ended.
    if (state === 'ended' && wasShown.current && isStripVisible()) showToast(endedToast(tableNumber))
    wasShown.current = state === 'held' || state === 'paying'
    if (state === 'ended' || state === 'confirmed') clearHold({ eventId, tableId }, token)
  }, [state, eventId, tableId, tableNumber, token])
  if (state !== 'held' && state !== 'paying') return null
  return (
    <section aria-label={`Table ${tableNumber}`} className="border-t border-brass/50">
      <p className="wrap flex min-h-14 items-center justify-between gap-x-4 leading-snug">
        <span>
          <HeldNotice
            token={token}
            tableNumber={tableNumber}
            known={known}
            className="font-semibold text-brass"
          />
        </span>
        {known?.news.isProcessing ? null : (
          <a
            href={(isWithoutTables() && hold.url) || tablePath(eventId, tableNumber)}
            className={buttonClass('solid', 'shrink-0 px-4')}
          >
            Continue
          </a>
        )}
      </p>
    </section>
  )
}

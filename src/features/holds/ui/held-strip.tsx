import { useEffect } from 'react'
import { Link } from 'react-router'
import { type AnyKeptHold, forgetAttempt, listAllKeptHolds } from './attempts.ts'
import { Countdown } from './countdown.tsx'
import { useHoldNews } from './hold-watch.ts'

/** The tables this browser holds, for any event. The event's own page says more and hides it. */
export function HeldStrip() {
  return (
    <div className="no-print sticky top-16 z-30 bg-cocoa empty:hidden md:top-20 in-[html:has(.held-tables:not(:empty))]:hidden in-[html:has(dialog:modal)]:invisible">
      {listAllKeptHolds().map((hold) => (
        <HeldLine key={hold.token} hold={hold} />
      ))}
    </div>
  )
}

function HeldLine({ hold }: { readonly hold: AnyKeptHold }) {
  const { token, tableNumber, eventId, tableId } = hold
  const known = useHoldNews(token)
  const state = known?.news.state ?? null
  useEffect(() => {
    if (state === 'ended' || state === 'confirmed') forgetAttempt({ eventId, tableId })
  }, [state, eventId, tableId])
  if (state !== 'held' && state !== 'paying') return null
  return (
    <section aria-label={`Table ${tableNumber}`} className="border-b border-brass/50">
      <p className="wrap flex min-h-12 flex-wrap items-center justify-between gap-x-4">
        <span>
          Table {tableNumber} is held for you.{' '}
          <span className="whitespace-nowrap text-sand">
            <Countdown
              token={token}
              tableNumber={tableNumber}
              clock={known ? { heldUntil: known.news.heldUntil, msAhead: known.msAhead } : null}
              className="font-semibold text-brass"
            />{' '}
            left to pay
          </span>
        </span>
        <Link
          to={`/events/${eventId}?view=reserve&table=${tableNumber}`}
          className="inline-flex min-h-11 items-center font-semibold text-brass underline underline-offset-4"
        >
          Continue
        </Link>
      </p>
    </section>
  )
}

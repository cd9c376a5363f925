import { useEffect, useState } from 'react'
import { formatClock, wallClock } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { clearHold, type StoredHold, listStoredHolds } from './booking/attempts.ts'
import { useHoldStatus } from './hold-watch.ts'
import { useOwnTables } from './use-own-tables.ts'
import { PayLink } from './payment/pay-link.tsx'
import { useRelease } from './use-release.ts'

type Props = { readonly eventId: string; readonly tableId: string }

/** Lists the other tables the guest holds for this event, above the form for a new one. */
export function OtherHolds({ eventId, tableId }: Props) {
  // Subscribes to the storage: renders again when a hold of this event begins or ends.
  useOwnTables(eventId)
  return listStoredHolds(eventId)
    .filter((hold) => hold.tableId !== tableId)
    .map((hold) => <OtherHold key={hold.token} eventId={eventId} hold={hold} />)
}

type OtherProps = { readonly eventId: string; readonly hold: StoredHold & { readonly tableId: string } }

function OtherHold({ eventId, hold }: OtherProps) {
  const { tableId, tableNumber, token } = hold
  const known = useHoldStatus(token)
  const [isReleased, setReleased] = useState(false)
  const { isReleasing, release } = useRelease({ eventId, tableId, token }, () => setReleased(true))
  const state = known?.news.state ?? null
  useEffect(() => {
    if (state === 'ended' || state === 'confirmed') clearHold({ eventId, tableId }, token)
  }, [state, eventId, tableId, token])
  if (isReleased || known === null || (state !== 'held' && state !== 'paying')) return null
  const until = formatClock(wallClock(new Date(known.news.heldUntil)).time)
  return (
    <section
      aria-label={`Table ${tableNumber}, held by you`}
      className="rounded-card border border-brass/60 bg-brass/10 p-4 sm:px-5"
    >
      <p>
        You hold table {tableNumber} until {until}. Continue paying, or let it go and take this one.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {hold.url === null ? null : (
          <PayLink hold={hold} isBlocked={false} isOpening={false} onPay={() => undefined} />
        )}
        <Button look="quiet" aria-disabled={isReleasing} onClick={() => void release()}>
          {isReleasing ? <Spinner /> : null}
          Let table {tableNumber} go
        </Button>
      </div>
    </section>
  )
}

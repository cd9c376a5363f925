import { type RefObject, useEffect, useRef, useState } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { clearHold, type StoredHold, listStoredHolds } from './booking/attempts.ts'
import { HeldNotice } from './held-notice.tsx'
import { useHoldStatus } from './hold-watch.ts'
import { PayLink } from './payment/pay-link.tsx'
import { KeepLooking } from './keep-looking.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { useRelease } from './use-release.ts'

type Held = StoredHold & { readonly tableId: string }

type Props = {
  readonly eventId: string
  /** The tables of this event that this browser holds. */
  readonly own: ReadonlySet<string>
  /** Opens the booking of a table. */
  readonly onOpen: (tableId: string) => void
}

/** Holds of this browser for an event, for a guest who returns to the page: the state of each and the way to pay. */
export function HeldTables({ eventId, own, onOpen }: Props) {
  const [held, setHeld] = useState<readonly Held[]>([])
  const [lastOwn, setLastOwn] = useState<Props['own'] | null>(null)
  if (lastOwn !== own) {
    setLastOwn(own)
    // A hold that left the storage stays in the list: it shows the result of its payment.
    const now = listStoredHolds(eventId)
    setHeld([...held.filter((it) => !now.some((other) => other.token === it.token)), ...now])
  }
  const box = useRef<HTMLDivElement>(null)
  const isInView = useInView(box)
  return (
    // Hidden behind an open dialog, which shows the same countdown. Out of view, the strip shows it.
    <div
      ref={box}
      data-in-view={isInView || undefined}
      className="held-tables flex flex-col gap-3 empty:hidden in-[html:has(dialog:modal)]:invisible"
    >
      {held.map((hold) => (
        <HeldTable key={hold.token} eventId={eventId} hold={hold} onOpen={() => onOpen(hold.tableId)} />
      ))}
    </div>
  )
}

function useInView(box: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return isInView
}

type HeldProps = { readonly eventId: string; readonly hold: Held; readonly onOpen: () => void }

function HeldTable({ eventId, hold, onOpen }: HeldProps) {
  const { tableId, tableNumber, token } = hold
  const known = useHoldStatus(token)
  const [isReleased, setReleased] = useState(false)
  const releasing = useRelease({ eventId, tableId, token }, () => {
    setReleased(true)
    showToast({
      title: `Table ${tableNumber} is released`,
      text: 'You can choose another one.',
      tone: 'good',
    })
    // The button that had the focus is gone: the keyboard goes on at the chart.
    document.querySelector<SVGElement>('svg [role=radio][tabindex="0"]')?.focus({ preventScroll: true })
  })
  const state = known?.news.state ?? null
  useEffect(() => {
    if (state === 'ended' || state === 'confirmed') clearHold({ eventId, tableId }, token)
  }, [state, eventId, tableId, token])

  if (state === null || state === 'ended' || isReleased) return null
  const box =
    'flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border bg-ember px-5 py-4 [&>p]:mr-auto'
  if (state === 'confirmed')
    return (
      <section aria-label={`Table ${tableNumber}`} className={`border-teal-light/60 ${box}`}>
        <p className="flex items-center gap-3 text-lg">
          <Icon name="check" className="size-6 text-teal-light" />
          Table {known?.news.tableNumber ?? tableNumber} is yours.
        </p>
        {known?.news.link ? (
          <a href={known.news.link} className={buttonClass('outline')}>
            See your reservation
          </a>
        ) : null}
      </section>
    )
  return (
    <section aria-label={`Table ${tableNumber}`} className={`border-brass/60 ${box}`}>
      <p className="text-lg">
        <HeldNotice
          token={token}
          tableNumber={tableNumber}
          known={known}
          className="font-display text-2xl text-brass"
        />
      </p>
      {known?.news.isProcessing ? null : (
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <PayLink hold={hold} isBlocked={false} isOpening={false} onPay={onOpen} />
          <KeepLooking {...releasing} />
        </div>
      )}
    </section>
  )
}

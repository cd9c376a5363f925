import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { chooseModal, MODAL_DELAY_MS } from '#features/home-modals/rules.ts'
import type { HomeModal as HomeModalData } from '#features/home-modals/schema.ts'
import type { PublicVenue } from '#features/venue/schema.ts'

const HomeModal = lazy(() =>
  import('#features/home-modals/ui/home-modal.tsx').then((part) => ({ default: part.HomeModal })),
)
const ReservationChooser = lazy(() =>
  import('#features/venue/ui/reservation-chooser.tsx').then((part) => ({ default: part.ReservationChooser })),
)

const SEEN_KEY = 'seenModals'
const BUSY_RETRY_MS = 1000

type Props = {
  readonly modals: readonly HomeModalData[]
  readonly venue: PublicVenue
  readonly stockImage: string
}

/** Opens a home modal a few seconds after the page, and the reservation chooser that the modal can lead to. */
export function HomeModalTimer({ modals, venue, stockImage }: Props) {
  const [shown, setShown] = useState<HomeModalData | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const chosen = useRef<ReturnType<typeof chooseModal<HomeModalData>>>(null)
  const wasShown = useRef(false)

  useEffect(() => {
    if (wasShown.current) return
    chosen.current ??= chooseModal(modals, readSeen(), Math.random())
    const next = chosen.current
    if (!next) return
    const show = (): void => {
      if (isGuestBusy()) {
        timer = setTimeout(show, BUSY_RETRY_MS)
        return
      }
      wasShown.current = true
      storeSeen(next.seen)
      setShown(next.modal)
    }
    let timer = setTimeout(show, MODAL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [modals])

  return (
    <Suspense fallback={null}>
      {shown ? (
        <HomeModal
          modal={shown}
          stockImage={stockImage}
          onClose={() => setShown(null)}
          onChooser={() => {
            setShown(null)
            setChoosing(true)
          }}
        />
      ) : null}
      {isChoosing ? <ReservationChooser isOpen onClose={() => setChoosing(false)} venue={venue} /> : null}
    </Suspense>
  )
}

const TEXT_INPUTS = 'input:not([type=button], [type=submit], [type=checkbox], [type=radio]), textarea, select'

/** Tells whether the guest is typing, or has the drawer, a dialog or the cookie banner open. A modal must wait then. */
function isGuestBusy(): boolean {
  const at = document.activeElement
  const isTyping = at instanceof HTMLElement && (at.isContentEditable || at.matches(TEXT_INPUTS))
  return isTyping || document.querySelector(':is(dialog[open], :popover-open, #cookie-settings)') !== null
}

/** Stores the seen modals. A modal counts as seen when it is shown, not when it is chosen. */
function storeSeen(seen: readonly string[]): void {
  try {
    localStorage.setItem(SEEN_KEY, JSON.stringify(seen))
  } catch {
    // Without browser storage the same modal may be shown again.
  }
}

function readSeen(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(SEEN_KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

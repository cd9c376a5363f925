import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../button.tsx'
import { Icon } from '../../icon.tsx'

const PANEL = '[data-side-panel]'

export const focusSidePanel = (): void => document.querySelector<HTMLElement>(PANEL)?.focus()

/** A table with room for the record that is open beside it. */
export const BesideList = ({ panel, children }: { panel: ReactNode; children: ReactNode }) => (
  <div className="flex items-start gap-4">
    <div className="flex min-w-0 flex-1 flex-col gap-5">{children}</div>
    {panel}
  </div>
)

const EDGE = 16
const LEAST_HEIGHT = 320

/** Fits the panel's height to the screen, so that its end can always be reached by scrolling. */
function fit(panel: HTMLElement): void {
  const room = window.innerHeight - Math.max(EDGE, panel.getBoundingClientRect().top) - EDGE
  panel.style.height = `${Math.max(LEAST_HEIGHT, room)}px`
}

/** Whether Escape belongs to something else: an open dialog or menu, or a field outside of the list and the panel. */
const isEscapeTaken = (target: EventTarget | null): boolean =>
  document.querySelector('dialog:modal, [role=menu]:popover-open') !== null ||
  (target instanceof Element &&
    target !== document.body &&
    target.closest(`${PANEL}, table, [data-row]`) === null)

/** Puts the focus on the name in the row of a record. */
const focusRow = (id: string): void =>
  document
    .querySelector<HTMLElement>(`[data-row="${id}"] :is(th :is(a, button), [data-row-main])`)
    ?.focus({ preventScroll: true })

type Props = {
  readonly id: string
  readonly title: string
  /** The record's own page; null where the reader may not open it. */
  readonly page: string | null
  readonly actions?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A record beside its list. The focus stays in the list; Enter on the open row moves it here, Escape closes. */
export function SidePanel({ id, title, page, actions, onClose, children }: Props) {
  const ref = useRef<HTMLElement>(null)
  const titleId = useId()
  const close = (): void => {
    onClose()
    focusRow(id)
  }
  const onEscape = useEffectEvent(close)
  useEffect(() => {
    const panel = ref.current
    if (!panel) return
    const onMove = (): void => fit(panel)
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isEscapeTaken(event.target)) onEscape()
    }
    onMove()
    window.addEventListener('scroll', onMove, { passive: true })
    window.addEventListener('resize', onMove)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('scroll', onMove)
      window.removeEventListener('resize', onMove)
      window.removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <aside
      ref={ref}
      data-side-panel=""
      tabIndex={-1}
      aria-labelledby={titleId}
      className="sticky top-4 flex w-88 shrink-0 flex-col overflow-y-auto overscroll-contain rounded-card border border-clay bg-night xl:w-112 2xl:w-136"
    >
      <div className="sticky top-0 z-10 flex items-center gap-1 border-b border-bark bg-night py-1 pr-1 pl-4">
        <h2 id={titleId} className="min-w-0 flex-1 truncate font-display text-lg" title={title}>
          {title}
        </h2>
        {actions}
        {page === null ? null : (
          <Link to={page} className={buttonClass('quiet', 'px-3 text-sm whitespace-nowrap')}>
            Open page
          </Link>
        )}
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          className="inline-flex size-11 items-center justify-center rounded-lg text-brass hover:bg-brass/10"
        >
          <Icon name="close" />
        </button>
      </div>
      <p role="status" className="sr-only">
        {title} is open beside the list. Press Enter again to go there, or Escape to close it.
      </p>
      <div className="flex flex-col gap-4 p-3 [&_section]:p-4 pb-[calc(var(--page-foot)+0.75rem)]">
        {children}
      </div>
    </aside>
  )
}

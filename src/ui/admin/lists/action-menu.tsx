import { Children, createContext, type KeyboardEvent, type ReactNode, use, useId, useRef } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../button.tsx'

const CloseContext = createContext<() => void>(() => undefined)
const GAP = 4
const EDGE = 8

/** Places the open menu below its button, or above it if there is no room. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const isBelow = at.bottom + GAP + height + EDGE <= window.innerHeight
  const top = isBelow ? at.bottom + GAP : at.top - GAP - height
  menu.style.inset = `${Math.max(EDGE, top)}px auto auto ${Math.max(EDGE, at.right - width)}px`
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
]

/** Moves the focus with the keys of a menu. Escape is handled by the browser, which returns the focus to the button. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget)
  const now = items.findIndex((it) => it === document.activeElement)
  const goals: Readonly<Record<string, number>> = {
    ArrowDown: (now + 1) % items.length,
    ArrowUp: (now - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const goal = goals[event.key]
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  if (goal === undefined) return
  event.preventDefault()
  items[goal]?.focus()
}

type MenuProps = {
  readonly label: string
  /** Text of the button; three dots if not given. */
  readonly text?: string
  /** Classes of the button. */
  readonly className?: string
  readonly children: ReactNode
}

/** Menu of secondary actions behind one button. Without an action there is no button. */
export function ActionMenu({ label, text, className = '', children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const close = (): void => menu.current?.hidePopover()
  const shown = (isOpen: boolean): void => {
    if (!menu.current || !button.current) return
    menu.current.toggleAttribute('data-placed', isOpen)
    if (!isOpen) return
    place(menu.current, button.current)
    itemsOf(menu.current)[0]?.focus({ preventScroll: true })
    window.addEventListener('scroll', close, { once: true, passive: true })
  }
  if (Children.toArray(children).length === 0) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={id}
        className={
          text
            ? buttonClass('outline', className)
            : buttonClass('quiet', `w-11 px-0 text-xl leading-none ${className}`)
        }
      >
        {text ?? <span aria-hidden="true">⋯</span>}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        onToggle={(event) => shown(event.newState === 'open')}
        onKeyDown={moveFocus}
        className="m-0 min-w-48 rounded-card border border-clay bg-cocoa p-1 text-cream invisible shadow-2xl shadow-black data-placed:visible"
      >
        <CloseContext value={close}>{children}</CloseContext>
      </div>
    </>
  )
}

const ITEM =
  'flex min-h-11 w-full items-center rounded-lg px-4 text-left hover:bg-night focus-visible:bg-night focus-visible:text-brass'

type ItemProps = { readonly className?: string; readonly onChoose: () => void; readonly children: ReactNode }

export function ActionItem({ className = '', onChoose, children }: ItemProps) {
  const close = use(CloseContext)
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`${ITEM} ${className}`}
      // The menu closes first, so that a dialog opened by the action returns the focus to the menu's button.
      onClick={() => {
        close()
        onChoose()
      }}
    >
      {children}
    </button>
  )
}

/** Menu item that deletes the record. */
export const DeleteItem = ({ onChoose }: { onChoose: () => void }) => (
  <ActionItem className="text-rose" onChoose={onChoose}>
    Delete
  </ActionItem>
)

type CheckProps = { readonly isOn: boolean; readonly onToggle: () => void; readonly children: ReactNode }

/** Menu item that is on or off. The menu stays open, so that several are changed at once. */
export const ActionCheck = ({ isOn, onToggle, children }: CheckProps) => (
  <button
    type="button"
    role="menuitemcheckbox"
    aria-checked={isOn}
    tabIndex={-1}
    className={`${ITEM} gap-3 lg:min-h-9`}
    onClick={onToggle}
  >
    <span aria-hidden="true" className="w-4 text-brass">
      {isOn ? '✓' : ''}
    </span>
    {children}
  </button>
)

export const ActionLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} role="menuitem" tabIndex={-1} className={ITEM}>
    {children}
  </Link>
)

/** Menu item that opens a page in a new browser tab. */
export function ActionNewTab({ href, children }: { href: string; children: ReactNode }) {
  const close = use(CloseContext)
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      role="menuitem"
      tabIndex={-1}
      className={ITEM}
      onClick={close}
    >
      {children}
    </a>
  )
}

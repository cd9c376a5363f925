import { type KeyboardEvent, useEffect, useRef } from 'react'

export type RowAction = {
  readonly label: string
  readonly isGrave?: boolean
  readonly run: () => void
}

type Props = {
  /** The button that opened the menu, which gets the focus back. */
  readonly anchor: HTMLElement
  readonly label: string
  readonly actions: readonly RowAction[]
  readonly onClose: () => void
}

const MARGIN = 8

/** Places a menu below its button, or above it if there is no room. */
function placeAt(menu: HTMLElement, anchor: HTMLElement): void {
  const { top, bottom, right } = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const isAbove = bottom + height + MARGIN > window.innerHeight && top > height
  menu.style.left = `${Math.max(MARGIN, right - width)}px`
  menu.style.top = `${isAbove ? top - height - 2 : bottom + 2}px`
}

/** Action menu of a row. One menu serves the whole table, and is rendered on demand. */
export function RowMenu({ anchor, label, actions, onClose }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const menu = ref.current
    if (!menu) return
    menu.showPopover()
    placeAt(menu, anchor)
    menu.querySelector('button')?.focus({ preventScroll: true })
    // The menu follows its row while scrolling, which updates of the list also cause.
    const onScroll = (): void => placeAt(menu, anchor)
    const onToggle = (event: ToggleEvent): void => {
      if (event.newState === 'closed') onClose()
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    menu.addEventListener('toggle', onToggle)
    return () => {
      window.removeEventListener('scroll', onScroll)
      menu.removeEventListener('toggle', onToggle)
    }
  }, [anchor, onClose])
  const close = (): void => {
    anchor.focus({ preventScroll: true })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(ref.current?.querySelectorAll('button') ?? [])]
    const at = items.findIndex((it) => it === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      items.at(to % items.length)?.focus()
    }
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      close()
    }
  }
  return (
    <div
      ref={ref}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="fixed m-0 min-w-44 rounded-lg border border-clay bg-ember p-1 text-cream shadow-2xl shadow-black"
    >
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            close()
            action.run()
          }}
          className={`flex min-h-11 w-full items-center rounded-md px-3 text-left hover:bg-cocoa focus:bg-cocoa lg:min-h-9 ${action.isGrave ? 'text-rose' : ''}`}
        >
          {action.label}
        </button>
      ))}
    </div>
  )
}

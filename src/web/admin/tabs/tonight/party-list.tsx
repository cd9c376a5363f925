import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { focusSidePanel } from '#ui/admin/lists/side-panel.tsx'
import { useIsWideScreen } from '#ui/admin/lists/wide-screen.ts'
import type { ShownParty } from './parties.ts'
import type { RowAct } from './row-acts.ts'
import { PartyRow, ROW_PX } from './party-row.tsx'

type Props = {
  readonly parties: readonly ShownParty[]
  /** The party that is open beside the list. */
  readonly besideId: string | undefined
  readonly canRecord: boolean
  readonly onOpen: (party: ShownParty) => void
  readonly onAct: (party: ShownParty, act: RowAct) => void
  readonly onMove: ((party: ShownParty) => void) | undefined
}

/** Rows rendered above and below the screen, so that a quick scroll shows no gap. */
const OVERSCAN = 8

type Range = { readonly first: number; readonly last: number }

/** The rows of a list that are near the screen, where each row has the same height. */
function useVisibleRows(list: RefObject<HTMLElement | null>, rowPx: number): Range {
  const [range, setRange] = useState<Range>({ first: 0, last: 2 * OVERSCAN })
  useLayoutEffect(() => {
    const update = (): void => {
      const above = -(list.current?.getBoundingClientRect().top ?? 0)
      const first = Math.max(0, Math.floor(above / rowPx) - OVERSCAN)
      const last = Math.ceil((above + window.innerHeight) / rowPx) + OVERSCAN
      setRange((before) => (before.first === first && before.last === last ? before : { first, last }))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [list, rowPx])
  return range
}

const MAIN = '[data-row-main]'
const isOnMain = (target: EventTarget): target is Element => target instanceof Element && target.matches(MAIN)

/** The arrow keys go from the party in one row to the party in the next, as in the other lists. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const way = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  if (!isOnMain(event.target)) return
  event.preventDefault()
  event.target.closest('li')?.[way[event.key]]?.querySelector<HTMLElement>(MAIN)?.focus()
}

/** The parties in the order of time. Only the rows near the screen are rendered: a full night has 2,000. */
export function PartyList({ parties, besideId, canRecord, onOpen, onAct, onMove }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const rowPx = useIsWideScreen() ? ROW_PX.wide : ROW_PX.phone
  const { first, last } = useVisibleRows(list, rowPx)
  // Enter on the party that is open beside the list goes there.
  const open = useCallback(
    (party: ShownParty) => (party.id === besideId ? focusSidePanel() : onOpen(party)),
    [besideId, onOpen],
  )
  // While a party is open beside the list, the arrow keys open the one that they reach. A key that is held down only moves the focus.
  const openReached = (event: KeyboardEvent<HTMLElement>): void => {
    if (besideId === undefined || !event.key.startsWith('Arrow') || !isOnMain(event.target)) return
    const id = event.target.closest('[data-row]')?.getAttribute('data-row')
    const party = parties.find((it) => it.id === id)
    if (party) onOpen(party)
  }
  return (
    <ul
      ref={list}
      aria-label="Parties"
      onKeyDown={moveFocus}
      onKeyUp={openReached}
      data-beside={besideId === undefined ? undefined : ''}
      className="group/list w-full"
      style={{
        paddingTop: Math.min(first, parties.length) * rowPx,
        paddingBottom: Math.max(0, parties.length - last) * rowPx,
      }}
    >
      {parties.slice(first, last).map((party, index) => (
        <li
          key={party.id}
          data-row={party.id}
          aria-posinset={first + index + 1}
          aria-setsize={parties.length}
        >
          <PartyRow
            place={first + index}
            isBeside={party.id === besideId}
            {...{ party, canRecord, onAct, onMove }}
            onOpen={open}
          />
        </li>
      ))}
    </ul>
  )
}

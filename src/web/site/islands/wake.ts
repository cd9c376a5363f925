import { whenIdle, whenLoaded } from '../scripts/when-idle.ts'
import { whenNear } from '../scripts/when-near.ts'
import { listPlaces, subscribe } from '#features/holds/ui/stored-holds.ts'
import { importWithRetry } from '#ui/network/import-with-retry.ts'
import { ISLAND_FAILED } from './island-failure.ts'
import { readProps } from './island-props.ts'
import { type IslandName, ISLANDS, isIslandName } from './registry.ts'
import { readEntries, replayClick, replayEntries } from './replay.ts'

/** Distance below the screen at which an island starts to load. */
const NEAR = '300px'

type Place = { readonly element: HTMLElement; readonly name: IslandName }

/** Hydrates every island of the page when it wakes, and loads the script of parts that change by themselves. */
export function wakeIslands(): void {
  const live = document.querySelectorAll<HTMLElement>('[data-live]')
  if (live.length > 0)
    importWithRetry(() => import('../live/live-parts.ts')).catch(() => {
      // The page then shows what stands there for browsers without scripts.
      for (const { parentElement: place } of live) place?.setAttribute('data-script', 'failed')
    })
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const name = element.dataset['island'] ?? ''
    if (isIslandName(name)) prepare({ element, name }, element.dataset['wakes'] ?? 'load')
  }
}

function prepare(place: Place, wakes: string): void {
  const { element } = place
  let waking: Promise<void> | null = null
  const wake = (): Promise<void> => (waking ??= hydrate(place).finally(stopListening))
  const touched = (): void => void wake()
  const clicked = (event: MouseEvent): void => replayClick(event, wake())
  const stopListening = (): void => {
    for (const type of TOUCHES) element.removeEventListener(type, touched)
    element.removeEventListener('click', clicked, { capture: true })
  }
  for (const type of TOUCHES) element.addEventListener(type, touched)
  element.addEventListener('click', clicked, { capture: true })
  if (wakes === 'load') touched()
  else if (wakes === 'idle') whenIdle(touched)
  else if (wakes === 'visible') whenLoaded(() => whenNear(boxesOf(element), NEAR, touched))
  else if (wakes === 'held') whenHeld(touched)
}

/** Wakes the strip of held tables in a browser that holds one, and when it gets one in this tab or another. */
function whenHeld(act: () => void): void {
  const look = (): void => {
    if (listPlaces('hold ').length > 0) act()
  }
  whenLoaded(look)
  subscribe(look)
  // A page that Back restores was frozen while another page held the table.
  addEventListener('pageshow', look)
}

const TOUCHES = ['pointerover', 'pointerdown', 'focusin'] as const

/** The elements that stand for an island on the screen: one with `display: contents` has no box of its own. */
const boxesOf = (element: Element): readonly Element[] =>
  getComputedStyle(element).display === 'contents' ? [...element.children].flatMap(boxesOf) : [element]

/** Loads component and React, with one retry, and hydrates the island. */
async function hydrate({ element, name }: Place): Promise<void> {
  try {
    const [{ hydrateIsland }, component] = await Promise.all([
      importWithRetry(() => import('./hydrate.tsx')),
      ISLANDS[name](),
    ])
    // Hydration resets some controls and takes a while, so the entries are read before and after it.
    const before = readEntries(element)
    if (!(await hydrateIsland({ element, name, component, props: readProps(element) }))) return
    replayEntries(new Map([...before, ...readEntries(element)]))
    element.dataset['alive'] = ''
  } catch {
    showFailure(element)
  }
}

/** The part as the server rendered it stays below: its links and forms work without JavaScript, with the buttons for that. */
function showFailure(element: HTMLElement): void {
  element.dataset['script'] = 'failed'
  const note = document.createElement('p')
  note.setAttribute('role', 'alert')
  note.className = 'island-failure'
  note.textContent = ISLAND_FAILED
  element.before(note)
}

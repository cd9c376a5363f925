import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { OverlayBoundary } from './tab-boundary.tsx'
import { shortcutsEnabled } from './keyboard-shortcuts.ts'
import type { NavEntry } from './tabs.ts'
import { lazyScreen } from './lazy-screen.tsx'

const Palette = lazyScreen(() => import('./palette.tsx'))
const KeyList = lazyScreen(() => import('./shortcut-list.tsx'))

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

type Open = 'palette' | 'keys' | null

/** Global keyboard shortcuts: the palette, the search of a tab, and the list of shortcuts. */
export function KeyboardShortcuts({ tabs }: { tabs: readonly NavEntry[] }) {
  const [open, setOpen] = useState<Open>(null)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      setOpen(document.querySelector('dialog:modal') && open !== 'palette' ? open : 'palette')
      return
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isPlain || isTyping(event.target) || document.querySelector('dialog:modal') || !shortcutsEnabled())
      return
    if (event.key === '?') setOpen('keys')
    if (event.key === '/') {
      const search = document.querySelector<HTMLInputElement>('[data-tab-search]')
      if (search) event.preventDefault()
      search?.focus()
    }
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen('palette')}
        aria-label="Go to…"
        aria-keyshortcuts="Control+K Meta+K"
        className={buttonClass('quiet', 'px-3')}
      >
        <Icon name="search" />
      </button>
      <OverlayBoundary key={open} onError={() => setOpen(null)}>
        <Suspense fallback={null}>
          {open === 'palette' ? (
            <Palette tabs={tabs} onClose={() => setOpen(null)} onKeys={() => setOpen('keys')} />
          ) : null}
          {open === 'keys' ? <KeyList onClose={() => setOpen(null)} /> : null}
        </Suspense>
      </OverlayBoundary>
    </>
  )
}

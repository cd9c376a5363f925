import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { SignedIn } from '#features/permissions/schema.ts'
import { AdminIcon } from '#ui/admin/admin-icon.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { signOut } from '../auth/sign-out.ts'
import { type NavEntry, TAB_GROUPS } from './tabs.ts'

type Props = {
  readonly user: SignedIn
  readonly tabs: readonly NavEntry[]
  readonly current: NavEntry | undefined
}

/**
 * Navigation between the tabs: a column on a wide screen, a narrow one on a tablet, and on a phone a bar at the bottom
 * with the tabs of the night and a list of all.
 */
export function TabNav({ user, tabs, current }: Props) {
  const [isListOpen, setListOpen] = useState(false)
  const isListed = current !== undefined && !current.isInBar
  const column = useRef<HTMLDivElement>(null)
  const path = current?.path
  useEffect(() => {
    if (column.current) showTab(column.current, `/admin/${path}`)
  }, [path])
  return (
    <nav
      aria-label="Tabs"
      className="shrink-0 border-bark print:hidden max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-t max-md:bg-ember max-md:pb-[env(safe-area-inset-bottom)] md:w-24 md:border-r xl:w-56"
    >
      <div
        ref={column}
        // As high as the screen below the header, so that its last tabs are in view without scrolling the page.
        className="grid auto-cols-fr grid-flow-col [scrollbar-width:none] md:[scrollbar-color:var(--color-clay)_transparent] md:[scrollbar-width:thin] md:sticky md:top-0 md:flex md:max-h-[calc(100dvh-4.75rem)] md:flex-col md:gap-1 md:overflow-y-auto md:px-2 md:py-3 xl:gap-0.5 xl:px-3"
      >
        {groupsOf(tabs).map(({ group, listed }, i) => (
          <ul key={group} aria-label={group} className="contents">
            <li
              aria-hidden="true"
              className={`text-xs font-semibold text-dune max-md:hidden xl:px-3 xl:pt-2 xl:pb-0.5 ${i === 0 ? 'max-xl:hidden' : 'max-xl:mx-2 max-xl:h-px max-xl:shrink-0 max-xl:overflow-hidden max-xl:bg-bark'}`}
            >
              {group}
            </li>
            {listed.map((tab) => (
              <li key={tab.path} className={tab.isInBar ? '' : 'max-md:hidden'}>
                <Link
                  to={`/admin/${tab.path}`}
                  reloadDocument={tab.isDocument ?? false}
                  aria-current={tab === current ? 'page' : undefined}
                  className={TAB}
                >
                  <AdminIcon name={tab.icon} />
                  {tab.label}
                </Link>
              </li>
            ))}
          </ul>
        ))}
        <div className="md:hidden">
          <button
            type="button"
            aria-haspopup="dialog"
            data-current={isListed || undefined}
            className={`${TAB} w-full data-current:text-brass`}
            onClick={() => setListOpen(true)}
          >
            <AdminIcon name="drawer" />
            More
          </button>
        </div>
      </div>
      {isListOpen ? <TabList {...{ user, tabs, current }} onClose={() => setListOpen(false)} /> : null}
    </nav>
  )
}

/** Scrolls a column that is too long for the screen to a tab; the page itself stays at its head. */
function showTab(column: HTMLElement, href: string): void {
  const tab = column.querySelector<HTMLElement>(`[href="${href}"]`)
  if (!tab) return
  const lowest = tab.offsetTop + tab.offsetHeight - column.clientHeight
  column.scrollTop = Math.min(Math.max(column.scrollTop, lowest), tab.offsetTop)
}

/** Groups of tabs in display order, without those of which the account may open none. */
const groupsOf = (tabs: readonly NavEntry[]) =>
  TAB_GROUPS.map((group) => ({ group, listed: tabs.filter((tab) => tab.group === group) })).filter(
    ({ listed }) => listed.length > 0,
  )

const TAB =
  'flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium whitespace-nowrap text-sand hover:bg-cocoa hover:text-cream aria-[current=page]:text-brass max-xl:flex-col max-xl:justify-center max-xl:gap-0.5 max-xl:px-1 max-xl:text-xs max-md:min-h-15 pointer-fine:xl:min-h-8 xl:text-[0.9375rem] md:aria-[current=page]:bg-cocoa'

/** All tabs of a phone in groups, with the account's name and the ways out. */
const TabList = ({ user, tabs, current, onClose }: Props & { readonly onClose: () => void }) => (
  <Dialog isOpen onClose={onClose} labelledBy="all-tabs">
    <div className="flex flex-col gap-4 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <h2 id="all-tabs" className="pr-12 text-xl">
        All tabs
      </h2>
      {groupsOf(tabs).map(({ group, listed }) => (
        <section key={group} aria-label={group}>
          <h3 className="font-sans text-sm font-semibold text-dune">{group}</h3>
          <ul className="grid grid-cols-2">
            {listed.map((tab) => (
              <li key={tab.path}>
                <Link
                  to={`/admin/${tab.path}`}
                  reloadDocument={tab.isDocument ?? false}
                  aria-current={tab === current ? 'page' : undefined}
                  className="flex min-h-12 items-center gap-3 rounded-lg px-2 font-medium text-sand hover:bg-cocoa aria-[current=page]:text-brass"
                  onClick={onClose}
                >
                  <AdminIcon name={tab.icon} />
                  {tab.label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="flex items-center gap-2 border-t border-bark pt-3">
        <span className="min-w-0 flex-1 truncate text-sm text-sand">
          {user.name}, {user.role}
        </span>
        <a href="/" className={buttonClass('quiet', 'px-3 whitespace-nowrap')}>
          View Site
        </a>
        <Button look="outline" onClick={() => void signOut()}>
          Logout
        </Button>
      </div>
    </div>
  </Dialog>
)

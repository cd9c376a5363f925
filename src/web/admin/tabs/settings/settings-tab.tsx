import { type ComponentType, Suspense } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { may, type StaffAction } from '#features/permissions/rules.ts'
import { LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { useCurrentUser } from '#web/admin/auth/current-user.ts'
import type * as VenuePages from './venue-pages.tsx'
import { lazyPart, lazyScreen } from '#web/admin/app/lazy-screen.tsx'

/** One page of the settings, at the URL `/admin/settings/{path}`. */
type SettingsPage = {
  readonly path: string
  readonly label: string
  readonly needs: StaffAction
  readonly screen: ComponentType
}

const pageOf = (name: keyof typeof VenuePages) =>
  lazyPart(
    () => import('./venue-pages.tsx'),
    (it) => it[name],
  )

const SETTINGS_PAGES: readonly SettingsPage[] = [
  { path: 'identity', label: 'Identity', needs: 'settings.read', screen: pageOf('IdentityPage') },
  { path: 'hours', label: 'Hours', needs: 'settings.read', screen: pageOf('HoursPage') },
  {
    path: 'special-days',
    label: 'Special days',
    needs: 'settings.read',
    screen: lazyScreen(() => import('./special-days.tsx')),
  },
  { path: 'packages', label: 'Packages', needs: 'settings.read', screen: pageOf('PackagesPage') },
  {
    path: 'booking-rules',
    label: 'Booking rules',
    needs: 'settings.read',
    screen: pageOf('BookingRulesPage'),
  },
  { path: 'dining', label: 'Dining', needs: 'settings.read', screen: pageOf('DiningPage') },
  { path: 'close-out', label: 'Close-out', needs: 'settings.read', screen: pageOf('CloseOutPage') },
  { path: 'guest-data', label: 'Guest data', needs: 'settings.read', screen: pageOf('RetentionPage') },
  {
    path: 'staff',
    label: 'Staff accounts',
    needs: 'staff.read',
    screen: lazyScreen(() => import('./staff-accounts.tsx')),
  },
]

/** Former paths of pages, which redirect to the current one. */
const RENAMED_PATHS = new Map([
  ['figures', 'booking-rules'],
  ['keeping', 'guest-data'],
])

/** The Settings tab, with a navigation of its pages. */
export default function SettingsTab() {
  const { role } = useCurrentUser()
  const { '*': path = '' } = useParams()
  const name = path.split('/')[1] ?? ''
  const pages = SETTINGS_PAGES.filter((page) => may(role, page.needs))
  const current = pages.find((page) => page.path === name) ?? pages[0]
  const renamed = RENAMED_PATHS.get(name)
  if (renamed) return <Navigate to={`/admin/settings/${renamed}`} replace />
  return (
    <>
      <TabHead title="Settings" />
      <nav aria-label="Settings">
        <ul className="flex flex-wrap gap-x-1">
          {pages.map((page) => (
            <li key={page.path}>
              <Link
                to={`/admin/settings/${page.path}`}
                aria-current={page === current ? 'page' : undefined}
                className="flex min-h-11 items-center rounded-lg px-3 font-medium max-sm:text-sm sm:px-4 whitespace-nowrap text-sand hover:text-cream aria-[current=page]:bg-cocoa aria-[current=page]:text-brass"
              >
                {page.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Suspense fallback={<LoadingRows label="Loading settings" />}>
        {current ? <current.screen key={current.path} /> : null}
      </Suspense>
    </>
  )
}

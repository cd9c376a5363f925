import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { Link, useParams, useRouteLoaderData } from 'react-router'
import { may } from '#features/permissions/rules.ts'
import type { SignedIn } from '#features/permissions/schema.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { UnsavedGuard } from '#ui/admin/forms/unsaved.tsx'
import { LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { StateNote } from '#ui/state.tsx'
import { prepareToasts } from '#ui/toasts/toasts.ts'
import type { RootData } from '#web/root.tsx'
import { Mark } from '#web/site/layout/brand.tsx'
import { KeyboardShortcuts } from './keyboard-shortcuts-provider.tsx'
import { clearAuthGate, useDashboardState } from './dashboard-state.ts'
import { actAs, reloadDashboard } from '../data/api-client.ts'
import { signOut } from '../auth/sign-out.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { AuthGateDialog } from '../auth/auth-gate-dialog.tsx'
import { TabNav } from './tab-nav.tsx'
import { ADMIN_TABS, type AdminTab, NAVIGATION, type NavEntry } from './tabs.ts'
import { TabBoundary } from './tab-boundary.tsx'
import { CurrentUserContext } from '../auth/current-user.ts'

const neverChanges = () => () => undefined
const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

/** Frame of the staff area around the tabs. The tabs are rendered in the browser only. */
export function DashboardShell({ user }: { user: SignedIn }) {
  const { '*': path = '' } = useParams()
  const isOpen = ({ needs }: NavEntry): boolean => may(user.role, needs)
  const tabs = NAVIGATION.filter(isOpen)
  const current = ADMIN_TABS.filter(isOpen).find((tab) => tab.path === path.split('/', 1)[0])
  const isHydrated = useHydrated()
  actAs(user.id)
  useEffect(prepareToasts, [])
  // The browser's tabs and its history tell the screens apart.
  useEffect(
    () => void (document.title = current ? `${current.label} – Admin Dashboard` : 'Admin Dashboard'),
    [current],
  )
  return (
    <CurrentUserContext value={user}>
      <a
        href="#dashboard-main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-night focus:p-3"
      >
        Skip to the content
      </a>
      <DashboardHeader user={user} tabs={tabs} />
      <ConnectionBanner />
      <div className="mx-auto flex w-full max-w-[110rem]">
        <TabNav user={user} tabs={tabs} current={current} />
        <main
          id="dashboard-main"
          className="flex min-h-[calc(100dvh-10rem)] min-w-0 flex-1 flex-col gap-5 p-4 sm:p-6 lg:gap-2.5 lg:pt-2"
        >
          {isHydrated ? <TabScreen current={current} /> : <LoadingRows label="Loading" />}
        </main>
      </div>
      <DashboardFooter />
      <UnsavedGuard />
      <AuthGates user={user} />
    </CurrentUserContext>
  )
}

function TabScreen({ current }: { current: AdminTab | undefined }) {
  if (!current)
    return (
      <StateNote title="Page not found" text="This tab does not exist, or your role cannot open it.">
        <Link to="/admin" className={buttonClass()}>
          Back to the dashboard
        </Link>
      </StateNote>
    )
  return (
    <TabBoundary key={current.path} label={current.label}>
      <Suspense fallback={<LoadingRows label={`Loading ${current.label}`} />}>
        <current.screen />
      </Suspense>
    </TabBoundary>
  )
}

/** Dialog of a pending auth gate. Afterwards every query is refetched; another account reloads the whole staff area. */
function AuthGates({ user }: { user: SignedIn }) {
  const { authGate } = useDashboardState()
  const queries = useQueryClient()
  if (!authGate) return null
  return (
    <AuthGateDialog
      authGate={authGate}
      email={user.email}
      onCleared={(signedInId) => {
        if (signedInId !== null && signedInId !== user.id) return reloadDashboard()
        clearAuthGate()
        void queries.invalidateQueries()
      }}
    />
  )
}

const DashboardHeader = ({ user, tabs }: { user: SignedIn; tabs: readonly NavEntry[] }) => (
  <header className="border-b border-bark bg-ember">
    <div className="mx-auto flex w-full max-w-[110rem] items-center gap-1 px-4 py-1 sm:gap-4 sm:px-6 md:py-3 lg:py-1.5">
      <Mark className="size-9 max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <h1 className="text-lg leading-tight sm:text-xl">Admin Dashboard</h1>
        <p className="truncate text-sm text-dune max-sm:hidden">
          Manage your restaurant's content and reservations
        </p>
      </div>
      <KeyboardShortcuts tabs={tabs} />
      <span className="text-sm text-sand max-xl:hidden">
        {user.name}, {user.role}
      </span>
      <a href="/" className={buttonClass('quiet', 'px-2 text-sm whitespace-nowrap md:px-3 md:text-base')}>
        View Site
      </a>
      <Button look="outline" className="px-4 max-md:hidden" onClick={() => void signOut()}>
        Logout
      </Button>
    </div>
  </header>
)

const DashboardFooter = () => {
  const root = useRouteLoaderData<RootData>('root')
  return (
    <footer className="border-t border-bark px-4 py-4 text-sm text-dune sm:px-6">
      © 2024–{root?.year} {root?.venue.name}
    </footer>
  )
}

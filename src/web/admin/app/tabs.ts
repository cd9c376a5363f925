import type { ComponentType } from 'react'
import type { StaffAction } from '#features/permissions/rules.ts'
import type { AdminIconName } from '#ui/admin/admin-icon.tsx'
import { lazyScreen } from './lazy-screen.tsx'

/** Groups of tabs in display order. */
export const TAB_GROUPS = ['The night', 'Website', 'Requests', 'Records', 'Venue'] as const
type TabGroup = (typeof TAB_GROUPS)[number]

/** An entry of the navigation. */
export type NavEntry = {
  /** URL segment: `/admin/menu`. */
  readonly path: string
  readonly label: string
  readonly icon: AdminIconName
  /** Heading under which phones list the tab. */
  readonly group: TabGroup
  /** Kept in the bar at the bottom of a phone. */
  readonly isInBar?: true
  /** Permission that shows the tab. */
  readonly needs: StaffAction
  /** A document of its own outside of the tabs. */
  readonly isDocument?: true
}

/** One tab of the staff area. */
export type AdminTab = NavEntry & {
  /** Screen, loaded when the tab is opened. */
  readonly screen: ComponentType
}

/** Tabs in display order. */
export const ADMIN_TABS: readonly AdminTab[] = [
  {
    path: 'overview',
    label: 'Overview',
    icon: 'home',
    group: 'The night',
    isInBar: true,
    needs: 'overview.read',
    screen: lazyScreen(() => import('../tabs/overview/overview-tab.tsx')),
  },
  {
    path: 'tonight',
    label: 'Tonight',
    icon: 'people',
    group: 'The night',
    isInBar: true,
    needs: 'tonight.read',
    screen: lazyScreen(() => import('../tabs/tonight/tonight-tab.tsx')),
  },
  {
    path: 'floor',
    label: 'Floor',
    icon: 'floor',
    group: 'The night',
    needs: 'floor.read',
    screen: lazyScreen(() => import('../tabs/floor/floor-tab.tsx')),
  },
  {
    path: 'waiting-list',
    label: 'Waiting list',
    icon: 'clock',
    group: 'The night',
    needs: 'reservations.read',
    screen: lazyScreen(() => import('../tabs/waiting-list/waiting-list-tab.tsx')),
  },
  {
    path: 'run-sheet',
    label: 'Run sheet',
    icon: 'run_sheet',
    group: 'The night',
    needs: 'run_sheet.read',
    screen: lazyScreen(() => import('../tabs/run-sheet/run-sheet-tab.tsx')),
  },
  {
    path: 'guest-lists',
    label: 'Guest lists',
    icon: 'list',
    group: 'The night',
    needs: 'guest_lists.read',
    screen: lazyScreen(() => import('../tabs/guest-lists/guest-lists-tab.tsx')),
  },
  {
    path: 'close-out',
    label: 'Close-out',
    icon: 'check',
    group: 'The night',
    needs: 'close_out.read',
    screen: lazyScreen(() => import('../tabs/close-out/close-out-tab.tsx')),
  },
  {
    path: 'menu',
    label: 'Menu',
    icon: 'menu',
    group: 'Website',
    needs: 'menu.read',
    screen: lazyScreen(() => import('../tabs/menu/menu-tab.tsx')),
  },
  {
    path: 'reservations',
    label: 'Reservations',
    icon: 'calendar',
    group: 'The night',
    isInBar: true,
    needs: 'reservations.read',
    screen: lazyScreen(() => import('../tabs/reservations/reservations-tab.tsx')),
  },
  {
    path: 'guests',
    label: 'Guests',
    icon: 'book',
    group: 'The night',
    needs: 'guests.read',
    screen: lazyScreen(() => import('../tabs/guests/guests-tab.tsx')),
  },
  {
    path: 'events',
    label: 'Events',
    icon: 'events',
    group: 'The night',
    isInBar: true,
    needs: 'events.read',
    screen: lazyScreen(() => import('../tabs/events/events-tab.tsx')),
  },
  {
    path: 'gallery',
    label: 'Gallery',
    icon: 'gallery',
    group: 'Website',
    needs: 'gallery.read',
    screen: lazyScreen(() => import('../tabs/gallery/gallery-tab.tsx')),
  },
  {
    path: 'tables',
    label: 'Tables',
    icon: 'table',
    group: 'Venue',
    needs: 'tables.read',
    screen: lazyScreen(() => import('../tabs/tables/tables-tab.tsx')),
  },
  {
    path: 'modals',
    label: 'Modals',
    icon: 'window',
    group: 'Website',
    needs: 'modals.read',
    screen: lazyScreen(() => import('../tabs/home-modals/home-modals-tab.tsx')),
  },
  {
    path: 'inquiries',
    label: 'Inquiries',
    icon: 'email',
    group: 'Requests',
    needs: 'inquiries.read',
    screen: lazyScreen(() => import('../tabs/inquiries/inquiries-tab.tsx')),
  },
  {
    path: 'applications',
    label: 'Applications',
    icon: 'mic',
    group: 'Requests',
    needs: 'applications.read',
    screen: lazyScreen(() => import('../tabs/applications/applications-tab.tsx')),
  },
  {
    path: 'feedback',
    label: 'Feedback',
    icon: 'speech',
    group: 'Requests',
    needs: 'feedback.read',
    screen: lazyScreen(() => import('../tabs/feedback/feedback-tab.tsx')),
  },
  {
    path: 'payments',
    label: 'Payments',
    icon: 'card',
    group: 'Records',
    needs: 'payments.read',
    screen: lazyScreen(() => import('../tabs/payments/payments-tab.tsx')),
  },
  {
    path: 'activity',
    label: 'Activity',
    icon: 'clock',
    group: 'Records',
    needs: 'activity.read',
    screen: lazyScreen(() => import('../tabs/audit-log/audit-log-tab.tsx')),
  },
  {
    path: 'bin',
    label: 'Bin',
    icon: 'bin',
    group: 'Records',
    needs: 'trash.read',
    screen: lazyScreen(() => import('../tabs/trash/trash-tab.tsx')),
  },
  {
    path: 'settings',
    label: 'Settings',
    icon: 'levers',
    group: 'Venue',
    needs: 'settings.read',
    screen: lazyScreen(() => import('../tabs/settings/settings-tab.tsx')),
  },
  {
    path: 'account',
    label: 'Your account',
    icon: 'people',
    group: 'Venue',
    needs: 'staff',
    screen: lazyScreen(() => import('../tabs/account/account-tab.tsx')),
  },
]

const CHECK_IN: NavEntry = {
  path: 'door',
  label: 'Check-in',
  icon: 'check_in',
  group: 'The night',
  needs: 'cover.take',
  isDocument: true,
}

/** The tabs, and the check-in screen after tonight. */
export const NAVIGATION: readonly NavEntry[] = ADMIN_TABS.flatMap((tab): readonly NavEntry[] =>
  tab.path === 'tonight' ? [tab, CHECK_IN] : [tab],
)

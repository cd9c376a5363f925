import type { ComponentType } from 'react'
import type { StaffAction } from '#features/permissions/rules.ts'
import type { AdminIconName } from '#ui/admin/admin-icon.tsx'
import { lazyScreen } from './lazy-screen.tsx'

/** One tab of the staff area. */
export type AdminTab = {
  /** URL segment: `/admin/menu`. */
  readonly path: string
  readonly label: string
  readonly icon: AdminIconName
  /** Permission that shows the tab. */
  readonly needs: StaffAction
  /** Screen, loaded when the tab is opened. */
  readonly screen: ComponentType
}

/** Tabs in display order. */
export const ADMIN_TABS: readonly AdminTab[] = [
  {
    path: 'overview',
    label: 'Overview',
    icon: 'home',
    needs: 'overview.read',
    screen: lazyScreen(() => import('../tabs/overview/overview-tab.tsx')),
  },
  {
    path: 'tonight',
    label: 'Tonight',
    icon: 'people',
    needs: 'reservations.read',
    screen: lazyScreen(() => import('../tabs/tonight/tonight-tab.tsx')),
  },
  {
    path: 'menu',
    label: 'Menu',
    icon: 'menu',
    needs: 'menu.read',
    screen: lazyScreen(() => import('../tabs/menu/menu-tab.tsx')),
  },
  {
    path: 'reservations',
    label: 'Reservations',
    icon: 'calendar',
    needs: 'reservations.read',
    screen: lazyScreen(() => import('../tabs/reservations/reservations-tab.tsx')),
  },
  {
    path: 'events',
    label: 'Events',
    icon: 'events',
    needs: 'events.read',
    screen: lazyScreen(() => import('../tabs/events/events-tab.tsx')),
  },
  {
    path: 'gallery',
    label: 'Gallery',
    icon: 'gallery',
    needs: 'gallery.read',
    screen: lazyScreen(() => import('../tabs/gallery/gallery-tab.tsx')),
  },
  {
    path: 'tables',
    label: 'Tables',
    icon: 'table',
    needs: 'tables.read',
    screen: lazyScreen(() => import('../tabs/tables/tables-tab.tsx')),
  },
  {
    path: 'modals',
    label: 'Modals',
    icon: 'window',
    needs: 'modals.read',
    screen: lazyScreen(() => import('../tabs/home-modals/home-modals-tab.tsx')),
  },
  {
    path: 'inquiries',
    label: 'Inquiries',
    icon: 'email',
    needs: 'inquiries.read',
    screen: lazyScreen(() => import('../tabs/inquiries/inquiries-tab.tsx')),
  },
  {
    path: 'applications',
    label: 'Applications',
    icon: 'mic',
    needs: 'applications.read',
    screen: lazyScreen(() => import('../tabs/applications/applications-tab.tsx')),
  },
  {
    path: 'payments',
    label: 'Payments',
    icon: 'card',
    needs: 'payments.read',
    screen: lazyScreen(() => import('../tabs/payments/payments-tab.tsx')),
  },
  {
    path: 'activity',
    label: 'Activity',
    icon: 'clock',
    needs: 'activity.read',
    screen: lazyScreen(() => import('../tabs/audit-log/audit-log-tab.tsx')),
  },
  {
    path: 'bin',
    label: 'Bin',
    icon: 'bin',
    needs: 'trash.read',
    screen: lazyScreen(() => import('../tabs/trash/trash-tab.tsx')),
  },
  {
    path: 'settings',
    label: 'Settings',
    icon: 'levers',
    needs: 'settings.read',
    screen: lazyScreen(() => import('../tabs/settings/settings-tab.tsx')),
  },
  {
    path: 'account',
    label: 'Your account',
    icon: 'people',
    needs: 'staff',
    screen: lazyScreen(() => import('../tabs/account/account-tab.tsx')),
  },
]

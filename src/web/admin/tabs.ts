import type { ComponentType } from 'react'
import type { StaffAction } from '#features/staff/rules.ts'
import type { DeskIconName } from '#ui/desk/desk-icon.tsx'
import { lazyScreen } from './lazy-screen.tsx'

/** One tab of the staff area. It is there when its screen is. */
export type DeskTab = {
  /** The word in its address: `/admin/menu`. */
  readonly path: string
  readonly label: string
  readonly icon: DeskIconName
  /** What somebody must be allowed to do to see it. */
  readonly needs: StaffAction
  /** Its screen, which comes when it is opened. */
  readonly screen: ComponentType
}

/** The tabs in their order. */
export const DESK_TABS: readonly DeskTab[] = [
  {
    path: 'overview',
    label: 'Overview',
    icon: 'home',
    needs: 'overview.read',
    screen: lazyScreen(() => import('./overview/overview-tab.tsx')),
  },
  {
    path: 'menu',
    label: 'Menu',
    icon: 'menu',
    needs: 'menu.read',
    screen: lazyScreen(() => import('./menu/menu-tab.tsx')),
  },
  {
    path: 'reservations',
    label: 'Reservations',
    icon: 'calendar',
    needs: 'reservations.read',
    screen: lazyScreen(() => import('./reservations/reservations-tab.tsx')),
  },
  {
    path: 'events',
    label: 'Events',
    icon: 'events',
    needs: 'events.read',
    screen: lazyScreen(() => import('./events/events-tab.tsx')),
  },
  {
    path: 'gallery',
    label: 'Gallery',
    icon: 'gallery',
    needs: 'gallery.read',
    screen: lazyScreen(() => import('./gallery/gallery-tab.tsx')),
  },
  {
    path: 'tables',
    label: 'Tables',
    icon: 'table',
    needs: 'tables.read',
    screen: lazyScreen(() => import('./tables/tables-tab.tsx')),
  },
  {
    path: 'modals',
    label: 'Modals',
    icon: 'window',
    needs: 'modals.read',
    screen: lazyScreen(() => import('./modals/modals-tab.tsx')),
  },
  {
    path: 'inquiries',
    label: 'Inquiries',
    icon: 'letter',
    needs: 'inquiries.read',
    screen: lazyScreen(() => import('./inquiries/inquiries-tab.tsx')),
  },
  {
    path: 'applications',
    label: 'Applications',
    icon: 'mic',
    needs: 'applications.read',
    screen: lazyScreen(() => import('./applications/applications-tab.tsx')),
  },
  {
    path: 'payments',
    label: 'Payments',
    icon: 'card',
    needs: 'payments.read',
    screen: lazyScreen(() => import('./payments/payments-tab.tsx')),
  },
  {
    path: 'activity',
    label: 'Activity',
    icon: 'clock',
    needs: 'activity.read',
    screen: lazyScreen(() => import('./activity/activity-tab.tsx')),
  },
  {
    path: 'bin',
    label: 'Bin',
    icon: 'bin',
    needs: 'bin.read',
    screen: lazyScreen(() => import('./bin/bin-tab.tsx')),
  },
  {
    path: 'settings',
    label: 'Settings',
    icon: 'levers',
    needs: 'settings.read',
    screen: lazyScreen(() => import('./settings/settings-tab.tsx')),
  },
  {
    path: 'account',
    label: 'Your account',
    icon: 'people',
    needs: 'staff',
    screen: lazyScreen(() => import('./account/account-tab.tsx')),
  },
]

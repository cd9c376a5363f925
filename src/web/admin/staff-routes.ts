import { activityRoutes } from './api/activity.ts'
import { binRoutes } from './api/bin.ts'
import { deskBookingRoutes } from './api/desk-bookings.ts'
import { eventRoutes } from './api/events.ts'
import { floorPlanRoutes } from './api/floor-plan.ts'
import { galleryRoutes } from './api/gallery.ts'
import { ledgerRoutes } from './api/ledger.ts'
import { menuRoutes } from './api/menu.ts'
import { modalRoutes } from './api/modals.ts'
import { nightRoutes } from './api/nights.ts'
import { overviewRoutes } from './api/overview.ts'
import { paymentRoutes } from './api/payments.ts'
import { pictureRoutes } from './api/pictures.ts'
import { requestRoutes } from './api/requests.ts'
import { reservationRoutes } from './api/reservations.ts'
import { sessionRoutes } from './api/sessions.ts'
import { settingsRoutes } from './api/settings.ts'
import { tableRoutes } from './api/tables.ts'
import { teamRoutes } from './api/team.ts'
import type { StaffRoute } from './staff-route.ts'

/** Every address at which the staff area reads or changes something. */
export const STAFF_ROUTES: readonly StaffRoute[] = [
  ...sessionRoutes,
  ...teamRoutes,
  ...activityRoutes,
  ...overviewRoutes,
  ...binRoutes,
  ...menuRoutes,
  ...modalRoutes,
  ...reservationRoutes,
  ...deskBookingRoutes,
  ...galleryRoutes,
  ...eventRoutes,
  ...nightRoutes,
  ...tableRoutes,
  ...floorPlanRoutes,
  ...pictureRoutes,
  ...requestRoutes,
  ...paymentRoutes,
  ...ledgerRoutes,
  ...settingsRoutes,
]

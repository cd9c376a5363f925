import { amendmentRoutes } from './reservations/amendments.ts'
import { mergeRoutes } from './reservations/merges.ts'
import { activityRoutes } from './management/audit-log.ts'
import { closeOutRoutes } from './reservations/close-out.ts'
import { checkInRoutes } from './reservations/check-in.ts'
import { trashRoutes } from './management/trash.ts'
import { staffBookingRoutes } from './reservations/staff-bookings.ts'
import { eventRoutes } from './content/events.ts'
import { floorRoutes } from './reservations/floor.ts'
import { runSheetRoutes } from './reservations/run-sheet.ts'
import { floorPlanRoutes } from './content/floor-plan.ts'
import { guestRoutes } from './guests/guests.ts'
import { feedbackRoutes } from './guests/feedback.ts'
import { galleryRoutes } from './content/gallery.ts'
import { listRoutes } from './list-routes.ts'
import { RECORD_LISTS } from './record-lists.ts'
import { ledgerRoutes } from './reservations/ledger.ts'
import { menuRoutes } from './content/menu.ts'
import { modalRoutes } from './content/home-modals.ts'
import { nightRoutes } from './reservations/nights.ts'
import { overviewRoutes } from './management/dashboard.ts'
import { paymentRoutes } from './reservations/payments.ts'
import { pictureRoutes } from './content/pictures.ts'
import { requestRoutes } from './reservations/requests.ts'
import { reservationRoutes } from './reservations/reservations.ts'
import { sessionRoutes } from './management/sessions.ts'
import { settingsRoutes } from './management/settings.ts'
import { tableRoutes } from './content/tables.ts'
import { teamRoutes } from './management/team.ts'
import { guestListRoutes } from './guests/guest-lists.ts'
import { tonightRoutes } from './reservations/tonight.ts'
import { waitingListRoutes } from './reservations/waiting-list.ts'

/** Every route of the staff API. The tests of permissions run over this list. */
export const STAFF_ROUTES = [
  ...sessionRoutes,
  ...teamRoutes,
  ...activityRoutes,
  ...overviewRoutes,
  ...trashRoutes,
  ...menuRoutes,
  ...modalRoutes,
  ...reservationRoutes,
  ...tonightRoutes,
  ...floorRoutes,
  ...waitingListRoutes,
  ...runSheetRoutes,
  ...guestListRoutes,
  ...checkInRoutes,
  ...closeOutRoutes,
  ...amendmentRoutes,
  ...mergeRoutes,
  ...guestRoutes,
  ...feedbackRoutes,
  ...staffBookingRoutes,
  ...galleryRoutes,
  // After the routes with a longer path, such as `/admin/api/menu/order`: the first match serves a request.
  ...listRoutes(RECORD_LISTS),
  ...eventRoutes,
  ...nightRoutes,
  ...tableRoutes,
  ...floorPlanRoutes,
  ...pictureRoutes,
  ...requestRoutes,
  ...paymentRoutes,
  ...ledgerRoutes,
  ...settingsRoutes,
] as const

/** Types of all routes, for the client. */
export type StaffRoutes = (typeof STAFF_ROUTES)[number]

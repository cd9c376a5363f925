import { writeDinnerMail } from '#features/dining/dinners/service.ts'
import type { EmailRenderers } from '#features/emails/service.ts'
import { writeReminderMail } from '#features/reminders/service.ts'
import {
  renderReservationEmail,
  renderStaffMessage,
} from '#features/reservation-management/guest-emails/service.ts'
import { writeInquiryMail } from '#features/requests/inquiries/service.ts'
import { writeApplicationMail } from '#features/requests/performer-applications/service.ts'
import { writeTableRequestMail } from '#features/requests/table-requests/service.ts'

/** Which feature renders the emails about what. */
export const EMAIL_RENDERERS: EmailRenderers = {
  reservation: (deps, { aboutId, kind }) => renderReservationEmail(deps, aboutId, kind),
  message: renderStaffMessage,
  dinner: (deps, { aboutId, kind }) => writeDinnerMail(deps, aboutId, kind),
  reminder: (deps, { aboutId, kind }) => writeReminderMail(deps, aboutId, kind),
  inquiry: (deps, { aboutId, kind }) => writeInquiryMail(deps, aboutId, kind),
  application: (deps, { aboutId, kind }) => writeApplicationMail(deps, aboutId, kind),
  table_request: (deps, { aboutId, kind }) => writeTableRequestMail(deps, aboutId, kind),
}

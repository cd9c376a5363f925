import { writeDinnerMail } from '#features/dining/dinners/service.ts'
import type { EmailRenderers } from '#features/emails/service.ts'
import { writeReminderMail } from '#features/reminders/service.ts'
import {
  renderReservationEmail,
  renderStaffMessage,
} from '#features/reservation-management/guest-emails/service.ts'
import { renderInquiryEmail } from '#features/requests/inquiries/service.ts'
import { renderApplicationEmail } from '#features/requests/performer-applications/service.ts'
import { renderTableRequestEmail } from '#features/requests/table-requests/service.ts'

/** Email renderer for each kind of subject. */
export const EMAIL_RENDERERS: EmailRenderers = {
  reservation: (deps, { aboutId, kind }) => renderReservationEmail(deps, aboutId, kind),
  message: renderStaffMessage,
  dinner: (deps, { aboutId, kind }) => writeDinnerMail(deps, aboutId, kind),
  reminder: (deps, { aboutId, kind }) => writeReminderMail(deps, aboutId, kind),
  inquiry: (deps, { aboutId, kind }) => renderInquiryEmail(deps, aboutId, kind),
  application: (deps, { aboutId, kind }) => renderApplicationEmail(deps, aboutId, kind),
  table_request: (deps, { aboutId, kind }) => renderTableRequestEmail(deps, aboutId, kind),
}

import { writeDinnerMail } from '#features/dining/dinners/service.ts'
import { findStay } from '#features/holds/keep-table/service.ts'
import type { EmailRenderers } from '#features/emails/service.ts'
import { renderListEmail } from '#features/guest-lists/links/service.ts'
import { renderNightChangeEmail } from '#features/guest-lists/night-changes/service.ts'
import { writeReminderMail } from '#features/reminders/service.ts'
import { writeThanksMail } from '#features/reminders/thanks/service.ts'
import { renderReservationEmail } from '#features/reservation-management/guest-emails/service.ts'
import { renderAmendmentEmail } from '#features/reservation-management/amendments/emails/service.ts'
import { renderLinksEmail } from '#features/reservation-management/lookup/service.ts'
import { renderMergeEmail } from '#features/reservation-management/merge/emails/service.ts'
import {
  renderChangeRefundEmail,
  renderRefundEmail,
} from '#features/reservation-management/refund-emails/service.ts'
import { renderStaffMessage } from '#features/reservation-management/staff-messages/service.ts'
import { renderInquiryEmail } from '#features/requests/inquiries/service.ts'
import { renderApplicationEmail } from '#features/requests/performer-applications/service.ts'
import { renderWaitingEmail } from '#features/waiting-list/emails/service.ts'
import { renderTableRequestEmail } from '#features/requests/table-requests/service.ts'

/** Email renderer for each kind of subject. */
export const EMAIL_RENDERERS: EmailRenderers = {
  reservation: (deps, { subjectId, kind }) => renderReservationEmail(deps, subjectId, kind),
  message: renderStaffMessage,
  amendment: renderAmendmentEmail,
  guest_change: renderChangeRefundEmail,
  refund: renderRefundEmail,
  merge: (deps, { subjectId }) => renderMergeEmail(deps, subjectId),
  dinner: (deps, { subjectId, kind }) => writeDinnerMail({ ...deps, findStay }, subjectId, kind),
  reminder: (deps, { subjectId, ...email }) => writeReminderMail(deps, subjectId, email),
  lookup: (deps, { subjectId }) => renderLinksEmail(deps, subjectId),
  thanks: (deps, { subjectId }) => writeThanksMail(deps, subjectId),
  inquiry: (deps, { subjectId, kind }) => renderInquiryEmail(deps, subjectId, kind),
  application: (deps, { subjectId, kind }) => renderApplicationEmail(deps, subjectId, kind),
  table_request: (deps, { subjectId, kind }) => renderTableRequestEmail(deps, subjectId, kind),
  waiting: (deps, { subjectId, kind, dedupeKey }) =>
    renderWaitingEmail(deps, subjectId, { kind, offered: dedupeKey }),
  list_entry: (deps, { subjectId: id, kind }) =>
    kind === 'list_code' ? renderListEmail(deps, id) : renderNightChangeEmail(deps, { id, change: kind }),
}

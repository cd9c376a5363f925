import { loadVenue } from '#features/venue/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { SubjectRows } from '#platform/db/subject-rows.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { ApplicationRequest } from './schema.ts'
import {
  anonymiseApplicationRows,
  findStoredApplication,
  insertApplication,
  listApplicationsByEmail,
} from './store.ts'

type Deps = { readonly db: Db }

export const addApplication = (
  db: Db,
  application: ApplicationRequest,
  formKey: string,
): Promise<string | null> => insertApplication(db, application, formKey)

/** Renders an email about an application: thanks to the performer, or a notice to staff. */
export async function renderApplicationEmail(
  deps: Deps,
  id: string,
  kind: 'application_received' | 'application_notice',
): Promise<MailContent | null> {
  const application = await findStoredApplication(deps.db, id)
  if (!application) return null
  const venue = await loadVenue(deps)
  // Lazy import: the email templates are large, and a server that sends no email should not load them.
  const { applicationNoticeEmail, applicationReceivedEmail } = await import('./emails.tsx')
  return kind === 'application_received'
    ? {
        ...(await applicationReceivedEmail({ application, venue })),
        to: application.email,
        replyTo: venue.email,
      }
    : {
        ...(await applicationNoticeEmail({ application, venue })),
        to: venue.email,
        replyTo: application.email,
      }
}

export const listApplicationsOf = ({ db }: Deps, email: string) => listApplicationsByEmail(db, email)

const NO_TEXT = 'No longer kept'

export const anonymiseApplications = (
  db: Db,
  subject: SubjectRows,
  {
    placeholder,
    now,
  }: { readonly placeholder: { name: string; email: string; phone: string }; readonly now: Date },
): Promise<string[]> =>
  anonymiseApplicationRows(db, subject, {
    placeholder: { ...placeholder, experience: NO_TEXT, availability: NO_TEXT },
    now,
  })

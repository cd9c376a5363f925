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

/** Stores an application to perform; null where this very sending of the form is stored already. */
export const addApplication = (
  db: Db,
  application: ApplicationRequest,
  formKey: string,
): Promise<string | null> => insertApplication(db, application, formKey)

/** The letter about an application: thanks to the performer, or a notice to staff. */
export async function writeApplicationMail(
  deps: Deps,
  id: string,
  kind: 'application_received' | 'application_notice',
): Promise<MailContent | null> {
  const application = await findStoredApplication(deps.db, id)
  if (!application) return null
  const venue = await loadVenue(deps)
  // What sets letters is heavy, and a server that sends none should not carry it.
  const { applicationNoticeMail, applicationReceivedMail } = await import('./emails.tsx')
  return kind === 'application_received'
    ? {
        ...(await applicationReceivedMail({ application, venue })),
        to: application.email,
        replyTo: venue.email,
      }
    : {
        ...(await applicationNoticeMail({ application, venue })),
        to: venue.email,
        replyTo: application.email,
      }
}

/** Every application that was sent with an e-mail address. */
export const listApplicationsOf = ({ db }: Deps, email: string) => listApplicationsByEmail(db, email)

const NO_TEXT = 'No longer kept'

/** Takes the person out of applications, by address or by age; answers which. */
export const anonymiseApplications = (
  db: Db,
  which: SubjectRows,
  { gone, now }: { readonly gone: { name: string; email: string; phone: string }; readonly now: Date },
): Promise<string[]> =>
  anonymiseApplicationRows(db, which, {
    gone: { ...gone, experience: NO_TEXT, availability: NO_TEXT },
    now,
  })

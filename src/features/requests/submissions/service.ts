import { findEvent } from '#features/events/service.ts'
import { addInquiry } from '#features/requests/inquiries/service.ts'
import type { InquiryRequest } from '#features/requests/inquiries/schema.ts'
import type { EmailKind } from '#features/emails/rules.ts'
import { enqueueEmails } from '#features/emails/service.ts'
import { addApplication } from '#features/requests/performer-applications/service.ts'
import type { ApplicationRequest } from '#features/requests/performer-applications/schema.ts'
import { addTableRequest } from '#features/requests/table-requests/service.ts'
import type { TableRequest } from '#features/requests/table-requests/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'

type Deps = { readonly db: Db; readonly now: Date }

export const submitInquiry = (deps: Deps, inquiry: InquiryRequest, formKey: string): Promise<void> =>
  submit(deps, (tx) => addInquiry(tx, inquiry, formKey), ['inquiry_received', 'inquiry_notice'])

export const submitApplication = (
  deps: Deps,
  application: ApplicationRequest,
  formKey: string,
): Promise<void> =>
  submit(deps, (tx) => addApplication(tx, application, formKey), [
    'application_received',
    'application_notice',
  ])

/** Submits a night table request. Its event must exist and be upcoming. */
export async function submitTableRequest(
  deps: Deps,
  request: TableRequest,
  formKey: string,
): Promise<Result<null, 'no_such_night'>> {
  if (request.eventId !== null && !(await isStillToCome(deps, request.eventId))) return no('no_such_night')
  await submit(deps, (tx) => addTableRequest(tx, request, formKey), [
    'table_request_received',
    'table_request_notice',
  ])
  return ok(null)
}

async function isStillToCome(deps: Deps, eventId: string): Promise<boolean> {
  const found = await findEvent(deps, eventId)
  const event = found?.kind === 'moved' ? await findEvent(deps, found.slug) : found
  return event?.kind === 'event' && !event.hasEnded
}

/** Inserts the request and enqueues its emails in one transaction. A repeated submission changes nothing. */
function submit(
  { db }: Deps,
  store: (tx: Db) => Promise<string | null>,
  emails: readonly [received: EmailKind, notice: EmailKind],
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const id = await store(tx)
    if (id !== null) await enqueueEmails(tx, id, { kinds: emails })
  })
}

import type { EmailKind } from '#features/emails/rules.ts'
import { enqueueEmails } from '#features/emails/service.ts'
import type { InquiryRequest } from '#features/requests/inquiries/schema.ts'
import type { ApplicationRequest } from '#features/requests/performer-applications/schema.ts'
import type { RequestKind } from '#features/requests/schema.ts'
import { insertSubmission } from '#features/requests/service.ts'
import { findRequestedNight } from '#features/requests/table-requests/service.ts'
import type { TableRequest } from '#features/requests/table-requests/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'

type Deps = { readonly db: Db; readonly now: Date }

export const submitInquiry = (deps: Deps, inquiry: InquiryRequest, idempotencyKey: string): Promise<void> =>
  submit(deps, 'inquiry', (trx) => insertSubmission(trx, 'inquiry', { form: inquiry, idempotencyKey }))

export const submitApplication = (
  deps: Deps,
  application: ApplicationRequest,
  idempotencyKey: string,
): Promise<void> =>
  submit(deps, 'application', (trx) =>
    insertSubmission(trx, 'application', { form: application, idempotencyKey }),
  )

/** Submits a night table request. Its event must exist and be upcoming. */
export async function submitTableRequest(
  deps: Deps,
  request: TableRequest,
  idempotencyKey: string,
): Promise<Result<null, 'no_such_night'>> {
  if (request.eventId !== null) {
    const found = await findRequestedNight(deps, request.eventId)
    if (!found || found.hasEnded || found.event.closure !== null) return no('no_such_night')
  }
  await submit(deps, 'table_request', (trx) =>
    insertSubmission(trx, 'table_request', { form: request, idempotencyKey }),
  )
  return ok(null)
}

const EMAIL_KINDS = {
  inquiry: ['inquiry_received', 'inquiry_notice'],
  table_request: ['table_request_received', 'table_request_notice'],
  application: ['application_received', 'application_notice'],
} as const satisfies Record<RequestKind, readonly [received: EmailKind, notice: EmailKind]>

/** Inserts the request and enqueues its emails in one transaction. A repeated submission changes nothing. */
const submit = (
  { db }: Deps,
  kind: RequestKind,
  insert: (trx: Db) => Promise<string | null>,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const id = await insert(trx)
    if (id !== null) await enqueueEmails(trx, id, { kinds: EMAIL_KINDS[kind] })
  })

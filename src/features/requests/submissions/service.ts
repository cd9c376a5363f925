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
import { countOne } from '#platform/security/rate-limit.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { ACKNOWLEDGEMENTS, inboxKey } from './rules.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly tokens: SignedTokens }

export const submitInquiry = (deps: Deps, inquiry: InquiryRequest, idempotencyKey: string): Promise<void> =>
  submit(deps, { kind: 'inquiry', email: inquiry.email }, (trx) =>
    insertSubmission(trx, 'inquiry', { form: inquiry, idempotencyKey }),
  )

export const submitApplication = (
  deps: Deps,
  application: ApplicationRequest,
  idempotencyKey: string,
): Promise<void> =>
  submit(deps, { kind: 'application', email: application.email }, (trx) =>
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
  await submit(deps, { kind: 'table_request', email: request.email }, (trx) =>
    insertSubmission(trx, 'table_request', { form: request, idempotencyKey }),
  )
  return ok(null)
}

const EMAIL_KINDS = {
  inquiry: ['inquiry_received', 'inquiry_notice'],
  table_request: ['table_request_received', 'table_request_notice'],
  application: ['application_received', 'application_notice'],
} as const satisfies Record<RequestKind, readonly [received: EmailKind, notice: EmailKind]>

/**
 * Inserts the request and enqueues its emails in one transaction. A repeated submission changes nothing. Staff are told of each
 * request; an inbox that got its acknowledgements of the day gets no more.
 */
const submit = (
  { db, tokens }: Deps,
  { kind, email }: { readonly kind: RequestKind; readonly email: string },
  insert: (trx: Db) => Promise<string | null>,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const id = await insert(trx)
    if (id === null) return
    const [received, notice] = EMAIL_KINDS[kind]
    const inbox = tokens.fingerprint(`acknowledged ${inboxKey(email)}`)
    const isAcknowledged = (await countOne(trx, `acknowledgement ${inbox}`, ACKNOWLEDGEMENTS)).ok
    await enqueueEmails(trx, id, { kinds: isAcknowledged ? [received, notice] : [notice] })
  })

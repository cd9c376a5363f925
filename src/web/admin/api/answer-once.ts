import { createHash } from 'node:crypto'
import type { Actor } from '#features/permissions/schema.ts'
import { isId } from '#lib/address.ts'
import type { RequestContext } from '#http/context.ts'
import { errorResponse } from '#http/json-response.ts'
import { type Answer, claimKey, keepAnswer, type OwnKey, releaseKey } from '#platform/db/idempotency-keys.ts'
import { IDEMPOTENCY_KEY } from '../data/idempotency/idempotency-key.ts'

type Deps = RequestContext & { readonly actor: Actor }
type Asked = { readonly request: Request; readonly body: unknown }

/**
 * Answers a request with an idempotency key once: whatever is sent again under it gets the first answer. Another body under the key is
 * refused with the record that was added, because the form was changed after its first answer was lost. A request that was
 * refused leaves its key free for the corrected form.
 */
export async function answerOnce(
  deps: Deps,
  { request, body }: Asked,
  answer: () => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get(IDEMPOTENCY_KEY)
  if (key === null) return answer()
  if (!isId(key)) return errorResponse(400, MALFORMED)
  const own = { staffId: deps.actor.id, key }
  const claim = await claimKey(deps, { ...own, fingerprint: fingerprintOf({ request, body }) })
  if (claim.state === 'working') return errorResponse(409, WORKING)
  if (claim.state === 'answered') return again(claim.answer, claim.isSameRequest)
  const response = await answer().catch(async (error: unknown) => {
    await releaseKey(deps, own)
    throw error
  })
  if (response.ok) await keep(deps, own, response)
  else await releaseKey(deps, own)
  return response
}

/** The record is added, whether its answer can be kept or not. */
async function keep(deps: Deps, own: OwnKey, response: Response): Promise<void> {
  try {
    await keepAnswer(deps, own, { status: response.status, body: await response.clone().text() })
  } catch (error) {
    deps.log.warn({ event: 'staff.answer_not_kept', err: error }, 'the answer to a form could not be kept')
  }
}

const fingerprintOf = ({ request, body }: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify([request.method, new URL(request.url).pathname, body]))
    .digest('base64url')

function again({ status, body }: Answer, isSameRequest: boolean): Response {
  if (isSameRequest)
    return new Response(body, {
      status,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    })
  const { item }: { readonly item?: unknown } = JSON.parse(body)
  return errorResponse(409, { ...ALREADY_SAVED, current: item })
}

const MALFORMED = { error: 'malformed', title: 'Error', text: 'The idempotency key is not a UUID.' }
const WORKING = {
  error: 'still_saving',
  title: 'One moment',
  text: 'This is being saved already. Please try again in a minute.',
}
const ALREADY_SAVED = {
  error: 'already_saved',
  title: 'Saved before',
  text: 'This was saved already, as you sent it first.',
}

import type { RequestContext } from '#http/context.ts'
import { errorResponse } from '#http/json-response.ts'

/** Reservation id of a signed hold token. Throws 404 for an invalid signature. */
export function verifyHoldToken({ tokens }: Pick<RequestContext, 'tokens'>, token: string): string {
  const id = tokens.read('hold', token)
  if (id === null)
    throw errorResponse(404, { error: 'unknown_hold', title: 'Error', text: 'There is no such hold.' })
  return id
}

import type { RequestContext } from '#http/context.ts'
import { errorResponse } from '#http/json-response.ts'

/** The reservation that a hold's token was made for. Anything we did not sign is refused, whatever id it names. */
export function verifyHoldToken({ tokens }: Pick<RequestContext, 'tokens'>, token: string): string {
  const id = tokens.read('hold', token)
  if (id === null)
    throw errorResponse(404, { error: 'unknown_hold', title: 'Error', text: 'There is no such hold.' })
  return id
}

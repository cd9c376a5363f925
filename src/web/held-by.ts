import type { RequestDeps } from './context.ts'
import { refuse } from './json-answers.ts'

/** The reservation that a hold's token was made for. Anything we did not sign is refused, whatever id it names. */
export function heldBy({ tokens }: Pick<RequestDeps, 'tokens'>, token: string): string {
  const id = tokens.read('hold', token)
  if (id === null)
    throw refuse(404, { error: 'unknown_hold', title: 'Error', text: 'There is no such hold.' })
  return id
}

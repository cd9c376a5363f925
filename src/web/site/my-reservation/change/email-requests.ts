import { correctEmailByGuest } from '#features/reservation-management/guest-changes/contact/service.ts'
import { formatPhone } from '#features/venue/rules.ts'
import type { RequestContext } from '#http/context.ts'
import { email } from '#lib/forms/fields.ts'
import { parseField } from '#lib/forms/parse-field.ts'
import type { Changed } from '../my-dinner-data.ts'

const refused = (status: number, problem: string): Changed => ({
  is: 'refused',
  problem,
  about: 'email',
  status,
})

/** Validates a corrected email and stores it. `emails`: that of the other reservation of the evening was corrected, too. */
export async function changeEmail(deps: RequestContext, id: string, typed: string): Promise<Changed> {
  const read = parseField(email(), typed)
  if (!read.ok) return refused(422, read.reason)
  const corrected = await correctEmailByGuest(deps, id, read.value)
  if (corrected.ok) return { is: 'done', what: corrected.value.also === null ? 'email' : 'emails' }
  // The page of a reservation that is cancelled or over says so.
  if (corrected.reason !== 'too_often') return { is: 'done', what: 'other' }
  const { phone } = await deps.loadVenue()
  return refused(
    429,
    `You changed the email several times within the hour. Please call us at ${formatPhone(phone)}.`,
  )
}

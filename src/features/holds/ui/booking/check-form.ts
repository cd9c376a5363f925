import { type FormRefusal as Refusal, MISSING, problemsOf, WRONG } from '#lib/forms/check.ts'
import { no, ok, type Result } from '#lib/result.ts'
import {
  FIELD_LABELS,
  type FieldName,
  missingFields,
  refusalCopy,
  type TypedForm,
} from '#features/holds/rules.ts'
import { type GuestForm, guestForm } from '#features/holds/schema.ts'

export type FormRefusal = Refusal<FieldName>
export type Problems = FormRefusal['problems']

/** Validates the form as typed, including the table's maximum of guests. */
export function checkForm(typed: TypedForm, maxGuests: number): Result<GuestForm, FormRefusal> {
  const guestCount = /^\d{1,2}$/.test(typed.guestCount.trim()) ? Number(typed.guestCount) : Number.NaN
  const parsed = guestForm.safeParse({ ...typed, guestCount })
  const tooMany = guestCount > maxGuests ? refusalCopy('too_many_guests', { maxGuests }) : null
  if (parsed.success && !tooMany) return ok(parsed.data)
  const problems = {
    ...(parsed.success ? {} : problemsOf(parsed.error.issues, FIELD_NAMES)),
    ...(tooMany ? { guestCount: tooMany.text } : {}),
  }
  const isAlone = Object.keys(problems).length === 1
  return no({
    ...(missingFields(typed).length > 0 ? MISSING : tooMany && isAlone ? tooMany : WRONG),
    problems,
  })
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object that is written down here
export const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[]

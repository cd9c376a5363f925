import { type FormRefusal as Refusal, MISSING, WRONG } from '#lib/forms/check.ts'
import { missingFields, stillNeeded } from '#lib/forms/still-needed.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { BOOKING_FORM, type FieldName, type TypedForm } from '#features/holds/booking/schema.ts'
import { refusalCopy } from '#features/holds/rules.ts'
import type { GuestForm } from '#features/holds/schema.ts'

export type FormRefusal = Refusal<FieldName>
export type Problems = FormRefusal['problems']

const { fields: FIELDS } = BOOKING_FORM

/** `Still needed: full name, email and phone`; null where no field is missing. */
export const missingLine = (typed: TypedForm): string | null =>
  stillNeeded(FIELDS, { ...BOOKING_FORM, typed })

/** Validates the form as typed, including the table's maximum of guests. */
export function checkForm(typed: TypedForm, maxGuests: number): Result<GuestForm, FormRefusal> {
  const { birthdayPackage, screenDisplay, texts } = typed
  const parsed = BOOKING_FORM.parse(typed)
  const tooMany = Number(typed.guestCount) > maxGuests ? refusalCopy('too_many_guests', { maxGuests }) : null
  if (parsed.ok && !tooMany)
    return ok({
      ...parsed.value,
      birthdayPackage,
      screenDisplay,
      ...(texts && { texts }),
    })
  const problems = {
    ...(parsed.ok ? {} : parsed.reason),
    ...(tooMany ? { guestCount: tooMany.text } : {}),
  }
  const isAlone = Object.keys(problems).length === 1
  return no({
    ...(missingFields(FIELDS, { ...BOOKING_FORM, typed }).length > 0
      ? MISSING
      : tooMany && isAlone
        ? tooMany
        : WRONG),
    problems,
  })
}

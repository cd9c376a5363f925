import { no, ok, type Result } from '#lib/result.ts'
import { FIELD_LABELS, type FieldName, missingFields, refusalWords, type TypedForm } from '../rules.ts'
import { type GuestForm, guestForm } from '../schema.ts'

export type Problems = { readonly [Field in FieldName]?: string }

/** Why a form is not sent on, and what is wrong with which field. */
export type FormRefusal = { readonly title: string; readonly text: string; readonly problems: Problems }

const MISSING = { title: 'Missing Information', text: 'Please fill in all required fields' }
const WRONG = { title: 'Please look again', text: 'Something is not quite right yet' }

/** Checks a form as it was typed, for a table that seats so many. */
export function checkForm(typed: TypedForm, maxGuests: number): Result<GuestForm, FormRefusal> {
  const guestCount = /^\d{1,2}$/.test(typed.guestCount.trim()) ? Number(typed.guestCount) : Number.NaN
  const parsed = guestForm.safeParse({ ...typed, guestCount })
  const tooMany = guestCount > maxGuests ? refusalWords('too_many_guests', { maxGuests }) : null
  if (parsed.success && !tooMany) return ok(parsed.data)
  const problems = {
    ...(parsed.success ? {} : problemsOf(parsed.error.issues)),
    ...(tooMany ? { guestCount: tooMany.text } : {}),
  }
  const isAlone = Object.keys(problems).length === 1
  return no({
    ...(missingFields(typed).length > 0 ? MISSING : tooMany && isAlone ? tooMany : WRONG),
    problems,
  })
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** The first thing that is wrong with each field. */
function problemsOf(issues: readonly Issue[]): Problems {
  const problems: { [Field in FieldName]?: string } = {}
  for (const { path, message } of issues) {
    const field = FIELD_NAMES.find((name) => name === path[0])
    if (field) problems[field] ??= message
  }
  return problems
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object that is written down here
export const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[]

/** What is in a form's fields at this moment. */
export function readTyped(form: FormData): TypedForm {
  const text = (name: string): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    guestName: text('guestName'),
    guestEmail: text('guestEmail'),
    guestPhone: text('guestPhone'),
    guestCount: text('guestCount'),
    specialRequests: text('specialRequests'),
    birthdayPackage: form.has('birthdayPackage'),
    screenDisplay: form.has('screenDisplay'),
  }
}

export const emptyForm = (guestCount: number): TypedForm => ({
  guestName: '',
  guestEmail: '',
  guestPhone: '',
  guestCount: String(guestCount),
  specialRequests: '',
  birthdayPackage: false,
  screenDisplay: false,
})

import { chosenPackages } from '#features/holds/rules.ts'
import { BOOKING_FORM, type TypedForm } from '#features/holds/booking/schema.ts'
import { type HoldRequest, holdRequest } from '#features/holds/schema.ts'
import { checkForm, type FormRefusal } from '#features/holds/ui/booking/check-form.ts'
import { readTyped } from '#features/holds/ui/booking/typed-form.ts'

const TICKED = ['birthdayPackage', 'screenDisplay', 'texts']
const SHOWN = ['shownTableCents', 'shownBirthdayCents', 'shownScreenCents']
const KNOWN = new Set<string>([...BOOKING_FORM.fields, ...TICKED, ...SHOWN, 'tableId', 'key', 'intent'])

/** A parsed submission of the booking form without JavaScript. */
export type SentForm =
  | { readonly is: 'booking'; readonly typed: TypedForm; readonly request: HoldRequest }
  /** The guest wants another table; the typed values are kept. */
  | { readonly is: 'swap'; readonly typed: TypedForm }
  | { readonly is: 'refused'; readonly typed: TypedForm; readonly refusal: FormRefusal }
  /** The booking form cannot have sent this. */
  | { readonly is: 'invalid_form'; readonly typed: TypedForm }

// Parsing accepts any party size; the hold request checks the table's capacity.
const ANY_TABLE = Number.POSITIVE_INFINITY

/** Parses a submission. Each field must appear exactly once with a value that the booking form can send. */
export function readSentForm(form: FormData, eventId: string): SentForm {
  const typed = readTyped(form)
  if (!isKnownForm(form)) return { is: 'invalid_form', typed }
  if (form.get('intent') === 'swap') return { is: 'swap', typed }
  const checked = checkForm(typed, ANY_TABLE)
  if (!checked.ok) return { is: 'refused', typed, refusal: checked.reason }
  const shownTotalCents = shownTotal(form, checked.value)
  const request = holdRequest.safeParse({
    ...checked.value,
    eventId,
    tableId: form.get('tableId'),
    key: form.get('key'),
    shownTotalCents,
  })
  return request.success ? { is: 'booking', typed, request: request.data } : { is: 'invalid_form', typed }
}

function isKnownForm(form: FormData): boolean {
  const names = [...form.keys()]
  if (new Set(names).size !== names.length || names.some((name) => !KNOWN.has(name))) return false
  if (
    ![...BOOKING_FORM.fields, ...SHOWN, 'tableId', 'key'].every((name) => typeof form.get(name) === 'string')
  )
    return false
  if (form.has('intent') && form.get('intent') !== 'swap') return false
  return TICKED.every((name) => !form.has(name) || form.get(name) === 'on')
}

/** Adds up the total that the form showed; null where a price is not a number of cents. */
function shownTotal(
  form: FormData,
  choice: Pick<TypedForm, 'birthdayPackage' | 'screenDisplay'>,
): number | null {
  const chosen = chosenPackages(choice)
  const names = [
    'shownTableCents',
    ...(chosen.includes('birthday_shoutout') ? ['shownBirthdayCents'] : []),
    ...(chosen.includes('screen_display') ? ['shownScreenCents'] : []),
  ]
  return names.reduce<number | null>((sum, name) => {
    const text = form.get(name)
    return sum !== null && typeof text === 'string' && /^\d{1,8}$/.test(text) ? sum + Number(text) : null
  }, 0)
}

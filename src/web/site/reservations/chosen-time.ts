import { readDate, readGuests } from '#features/dining/rules.ts'
import { DINING_FORM, type DiningField } from '#features/dining/schema.ts'
import { chooseTimeText } from '#features/dining/texts/rules.ts'
import type { Typed } from '#lib/forms/check.ts'
import { no } from '#lib/result.ts'
import { textOf } from '#forms/form-handler.ts'

/** A form with the times of another date or party: without its time, and with a message at that field. */
export function askForTime(sent: FormData) {
  const form = new FormData()
  for (const [name, value] of sent) if (name !== 'time') form.append(name, value)
  const date = readDate(textOf(sent, 'date'))
  const guests = readGuests(textOf(sent, 'guests'))
  const parse = (typed: Typed<DiningField>) => {
    const parsed = DINING_FORM.parse(typed)
    if (parsed.ok || date === null || guests === null) return parsed
    return no({ ...parsed.reason, time: chooseTimeText({ date, guests }) })
  }
  return { form, plan: { ...DINING_FORM, parse } }
}

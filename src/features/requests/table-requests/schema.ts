import { MAX_PARTY } from '#features/venue/rules.ts'
import type { FormOf } from '#lib/forms/check.ts'
import { count, MAX, pattern } from '#lib/forms/fields.ts'
import { areaField, defineForm, emailField, nameField, phoneField } from '#lib/forms/form.ts'
import { choiceField, optionalField } from '#lib/forms/list-fields.ts'
import { peopleText, TABLE_PREFERENCE_NAMES } from './rules.ts'

/** Night table request as submitted. */
export type TableRequest = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly partySize: number
  readonly tablePreference: keyof typeof TABLE_PREFERENCE_NAMES
  /** Preferred event; null for any. */
  readonly eventId: string | null
  readonly note: string | null
}

export type StoredTableRequest = TableRequest & { readonly id: string; readonly createdAt: Date }

export const NO_SUCH_NIGHT = 'Please choose a night from the list.'

/** Form definition of the night table request. The page adds the events to choose from. */
export const TABLE_REQUEST_FORM = defineForm('table-request', {
  eventId: optionalField({
    control: { kind: 'select', label: 'Which night?', blank: 'Any night', options: [] },
    rules: pattern({ pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, wrong: NO_SUCH_NIGHT }),
  }),
  name: nameField(),
  email: emailField(),
  phone: phoneField(),
  partySize: {
    control: {
      kind: 'select',
      label: 'Party size',
      required: true,
      options: Array.from({ length: MAX_PARTY }, (_, index) => ({
        value: String(index + 1),
        label: peopleText(index + 1),
      })),
    },
    rules: count({
      missing: 'Please choose how many you will be.',
      min: 1,
      max: MAX_PARTY,
      tooFew: 'A party is at least 1 person.',
      tooMany: `For more than ${MAX_PARTY} people, please plan an event with us.`,
    }),
  },
  tablePreference: choiceField({
    label: 'Table preference',
    names: TABLE_PREFERENCE_NAMES,
    missing: 'Please choose a kind of table.',
  }),
  note: optionalField(areaField({ label: 'Anything we should know?', what: 'your note', max: MAX.note })),
}) satisfies FormOf<TableRequest>
export type TableRequestField = (typeof TABLE_REQUEST_FORM)['fields'][number]

import { MAX } from '#lib/forms/fields.ts'
import { areaField, defineForm } from '#lib/forms/form.ts'
import { choiceField, optionalField } from '#lib/forms/list-fields.ts'
import { ok } from '#lib/result.ts'

export const RATINGS = ['5', '4', '3', '2', '1'] as const
export type Rating = (typeof RATINGS)[number]

/** Words for the ratings. */
export const RATING_LABELS: Readonly<Record<Rating, string>> = {
  '5': '5 Excellent',
  '4': '4 Very good',
  '3': '3 Good',
  '2': '2 Fair',
  '1': '1 Poor',
}

const FORM = defineForm('feedback', {
  rating: choiceField({
    label: 'How was your visit?',
    names: RATING_LABELS,
    missing: 'Please choose a rating from 1 to 5.',
  }),
  comment: optionalField(
    areaField({
      label: 'Your words',
      hint: 'Optional. Only our team reads them.',
      rows: 5,
      what: 'your words',
      max: MAX.note,
    }),
  ),
})

/** Rating and comment of one visit. */
export type Feedback = { readonly rating: number; readonly comment: string }

/** Form of a guest's feedback. */
export const FEEDBACK_FORM = {
  ...FORM,
  parse: (typed: Parameters<typeof FORM.parse>[0]) => {
    const parsed = FORM.parse(typed)
    return parsed.ok
      ? ok<Feedback>({ rating: Number(parsed.value.rating), comment: parsed.value.comment ?? '' })
      : parsed
  },
}
export type FeedbackField = (typeof FORM.fields)[number]

/** Feedback as staff list it. */
export type FeedbackEntry = Feedback & {
  /** The reservation's id. */
  readonly id: string
  readonly guestName: string
  readonly guestCount: number
  readonly date: string
  /** Title of the event; null for a dinner. */
  readonly eventTitle: string | null
  /** ISO text. */
  readonly givenAt: string
  /** Whether it is a low rating that no member of staff has looked at. */
  readonly isUnseen: boolean
}

export type FeedbackPage = {
  readonly items: readonly FeedbackEntry[]
  /** The id that the next page is asked for with; null at the end. */
  readonly next: string | null
  /** Of all that match the filter. */
  readonly count: number
  readonly average: number | null
}

export const FEEDBACK_KINDS = ['dining', 'nightlife'] as const

export type FeedbackQuery = {
  /** Words of the comment, or of the name. */
  readonly search: string
  /** Lowest and highest rating shown. */
  readonly ratings: readonly [lowest: number, highest: number]
  readonly kind: (typeof FEEDBACK_KINDS)[number] | null
  /** Only those that no member of staff has looked at. */
  readonly isUnseen: boolean
  readonly hasComment: boolean
  readonly after: string | null
}

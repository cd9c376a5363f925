import { clashText } from '#lib/forms/seen.ts'
import { addHours } from '#lib/venue-time.ts'
import type { ContentRefusal, PackageContent, WordsClash } from './schema.ts'

type Given = Pick<PackageContent, 'need' | 'name' | 'message' | 'hasPicture'>

/** `the name`: the missing content of a package; null where it is complete. */
export function missingContent({ need, name, message, hasPicture }: Given): string | null {
  if (need === 'name') return name === '' ? 'the name' : null
  if (need === 'message_or_picture') return message === '' && !hasPicture ? 'a message or a picture' : null
  return null
}

type Night = { readonly startsAt: Date; readonly endsAt: Date }
type Booked = Pick<Night, 'endsAt'> & { readonly packages: readonly PackageContent[] }

/** `We still need the name for your Birthday Shoutout Package.`, for each incomplete package until the night is over. */
export const neededLines = ({ packages, endsAt }: Booked, now: Date): string[] =>
  packages.flatMap((it) => {
    const missing = now < endsAt ? missingContent(it) : null
    return missing === null ? [] : [`We still need ${missing} for your ${it.label}.`]
  })

/** `Name: Ama. Message: 30 at last. Picture: see the reservation.`, for the printed guest list; null without content. */
export function contentSummary({ name, message, hasPicture }: Given): string | null {
  const parts = [
    name && sentence(`Name: ${name}`),
    message && sentence(`Message: ${message.replaceAll(/\s+/g, ' ').trim()}`),
    hasPicture && 'Picture: see the reservation.',
  ]
  return parts.filter(Boolean).join(' ') || null
}

/** Ends a text with a period unless it ends with punctuation. */
const sentence = (text: string): string => (/[.!?…]["'”’)]*$/.test(text) ? text : `${text}.`)

const CLOSES_HOURS = 2

/** Deadline for changing content. Staff prepare it in the last two hours before the event. */
export const contentUntil = (startsAt: Date): Date => addHours(startsAt, -CLOSES_HOURS)

/**
 * Whether the guest may send the content of a package. One that is incomplete stays open until the night is over: it may have been
 * bought a moment ago, at the venue, and late content is better than none.
 */
export const isContentOpen = (content: Given, { startsAt, endsAt }: Night, now: Date): boolean =>
  now <= contentUntil(startsAt) || (now < endsAt && missingContent(content) !== null)

export const refusalText = (reason: ContentRefusal): string => {
  switch (reason) {
    case 'not_found':
      return 'This package is not part of your reservation.'
    case 'too_late':
      return 'Online changes are closed. Please call us, and we will do our best.'
    case 'too_often':
      return 'You changed this many times within the hour. Please try again later.'
    case 'too_large':
      return 'The picture is larger than 8 MB. Please choose a smaller one.'
    case 'not_a_picture':
      return 'Please choose a JPEG, PNG or WebP picture.'
    case 'broken_picture':
      return 'The picture is damaged or cannot be read. Please choose another one.'
    case 'no_room':
      return 'We cannot accept pictures right now. Please try again later.'
  }
}

const LABELS = { name: 'Name', message: 'Message' } as const

/** Tells the guest what was saved meanwhile in the texts of a package that they changed, too. */
export const clashTexts = ({ fields, stored }: WordsClash): string =>
  fields.map((field) => `${LABELS[field]}: ${clashText(stored[field])}`).join(' ')

/** Parts of the birthday package, for the guest. */
export const BIRTHDAY_POINTS = [
  'An MC shoutout',
  'Your picture and name on the big screen',
  'Sparklers and lights',
  'A custom name sign',
]

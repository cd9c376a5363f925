import { nightText } from '#lib/venue-time.ts'
import { coverEach } from '#features/events/rules.ts'
import type { ExpectedEntry } from '#features/guest-lists/entries/schema.ts'
import { placesLeft, termsText } from '#features/guest-lists/rules.ts'
import { qrPath } from '#platform/mail/qr-code.ts'
import type { ListTerms } from '#features/guest-lists/schema.ts'

type Night = {
  readonly title: string
  readonly date: string
  readonly startTime: string
  readonly endTime: string | null
  readonly price: string
}

/** `Free until 11:00 PM. After that, $25 a person.` */
function entryTerms(terms: ListTerms, price: string): string {
  const after = terms.untilTime === null ? null : coverEach(price)
  return `${termsText(terms)}.${after === null ? '' : ` After that, ${after}.`}`
}

/** `40 places left`; `1 place left`. */
function placesText(list: { readonly guests: number; readonly maxGuests: number }): string {
  const left = placesLeft(list)
  return left === 1 ? '1 place left' : `${left} places left`
}

/** The list as its public page shows it. */
export const describeList = (
  list: ListTerms & Night & { readonly name: string; readonly guests: number; readonly maxGuests: number },
) => ({
  name: list.name,
  eventTitle: list.title,
  night: nightText(list),
  terms: entryTerms(list, list.price),
  places: placesText(list),
})

/** An entry as its guest sees it. */
export const describeEntry = (entry: ExpectedEntry, { night, link }: { night: string; link: string }) => ({
  name: entry.guestName,
  guestCount: entry.guestCount,
  /** Entry code with its QR path. */
  entry: { code: entry.entryCode, ...qrPath(link) },
  listName: entry.listName,
  eventTitle: entry.eventTitle,
  night,
  terms: entryTerms(entry, entry.eventPrice),
  isRemoved: entry.removedAt !== null,
})

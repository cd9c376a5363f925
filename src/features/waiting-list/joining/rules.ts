import type { FreeTable, JoinRefusal } from './schema.ts'

type Copy = { readonly title: string; readonly text: string; readonly field: 'guests' | 'zone' | null }

const copy = (title: string, text: string, field: Copy['field'] = null): Copy => ({ title, text, field })

/** Title and text of a refusal, and the field that the guest can change. `phone` is the venue's. */
export function joinRefusalCopy(refusal: JoinRefusal, phone: string): Copy {
  switch (refusal.why) {
    case 'not_found':
      return copy('Not found', 'This event or dinner time does not exist.')
    case 'ended':
      return copy('Event Over', 'This event has ended, so it takes no more guests.')
    case 'closed':
      return copy('We are closed', 'We are closed that day, so there is no waiting list.')
    case 'not_for_sale':
      return copy(
        'No Tables for Sale',
        'Tables for this event are not sold online, so there is no waiting list.',
      )
    case 'too_large':
      return tooLargeCopy(refusal, phone)
    case 'known_contact':
      return copy(
        'Please look at your email',
        `If this email address or phone number is in line already, you keep your place, and we emailed the link to it. Nothing arrived? Please call us at ${phone}.`,
      )
    case 'not_full':
      return refusal.table === null
        ? copy('A table is free', 'This time is available for your party. Please reserve it.')
        : copy(
            'A table is free',
            `Table ${refusal.table.tableNumber} is free for your party, so there is nothing to wait for. Please reserve it.`,
          )
    case 'too_many':
      return copy(
        'Please Call Us',
        `Too many tables are held or waited for from your device or network. Please try again later or call us at ${phone}.`,
      )
    case 'too_late':
      return copy(
        'Too late to wait',
        'This dinner time is too soon or has passed. Please choose another time or call us.',
      )
    case 'too_short':
      return copy(
        'No dinner at this time',
        'An event begins soon after this time, so no table can become free for a dinner. Please choose an earlier time.',
      )
    case 'large_party':
      return copy(
        'Please send us a request',
        'We plan large parties with you. Please send us a request instead.',
      )
  }
}

const tooLargeCopy = (
  { zone, largest }: Extract<JoinRefusal, { readonly why: 'too_large' }>,
  phone: string,
): Copy =>
  zone === null
    ? copy('No table that large', `Our largest table seats ${largest}. Please call us at ${phone}.`, 'guests')
    : copy(
        'No table that large',
        `The largest table in ${zone} seats ${largest}. Please choose any zone, or fewer guests.`,
        'zone',
      )

/** Address of the seating chart with a free table, for a party that does not have to wait. */
export const freeTablePath = ({ eventSlug, tableNumber, guests }: FreeTable): string =>
  `/events/${eventSlug}?${new URLSearchParams({ view: 'reserve', table: String(tableNumber), guests: String(guests) })}`

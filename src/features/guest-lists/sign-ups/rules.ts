import { fewPlacesText } from '#features/guest-lists/rules.ts'
import type { ListFacts } from '#features/guest-lists/schema.ts'
import { callUsText } from '#features/reservations/rules.ts'

/**
 * Reason why a guest was not put on a list. `listed`: their own entry has another number of guests. `known_contact`: the phone or
 * email is on the list from another browser, or blocked, and the answer says neither.
 */
export type SignUpRefusal =
  | { readonly why: 'not_found' }
  | { readonly why: 'past' | 'closed' | 'cancelled' | 'full' }
  | { readonly why: 'few'; readonly places: Pick<ListFacts, 'guests' | 'maxGuests'> }
  | { readonly why: 'listed'; readonly guestCount: number }
  | { readonly why: 'other_name' | 'known_contact' | 'guest_blocked' }

type Copy = { readonly title: string; readonly text: string }

/** Text for a list that takes no guests at all. */
export const CLOSED_LIST: Readonly<Record<'past' | 'closed' | 'cancelled' | 'full', Copy>> = {
  past: { title: 'This list is over', text: 'Its time has passed, so it takes no more names.' },
  closed: { title: 'This list is closed', text: 'It takes no more names.' },
  cancelled: { title: 'Event Cancelled', text: 'This event will not take place.' },
  full: { title: 'This list is full', text: 'All its places are taken.' },
}

/** Text of a refused sign-up, by which the guest knows what to do. `phone` is the venue's, formatted. */
export function refusalCopy(
  refusal: Exclude<SignUpRefusal, { why: 'not_found' }>,
  { wanted, phone }: { readonly wanted: number; readonly phone: string },
): Copy {
  switch (refusal.why) {
    case 'few':
      return {
        title: 'Not enough places',
        text: `Of this list, ${fewPlacesText(refusal.places)}. Please choose fewer people.`,
      }
    case 'listed':
      return {
        title: 'You are on this list already',
        text: `Your name is on it for ${peopleText(refusal.guestCount)}. Change it to ${peopleText(wanted)}?`,
      }
    case 'other_name':
      return {
        title: 'Already on this list',
        text: 'This phone number or email address is on the list under another name. Please use your own, or call us.',
      }
    case 'known_contact':
      return {
        title: 'Please look at your messages',
        text: `If this email address or phone number is on the list already, we sent the link to it: by email, or by text where you agreed to texts. Nothing arrived? Please call us at ${phone}.`,
      }
    case 'guest_blocked':
      return { title: 'Please Call Us', text: callUsText(phone) }
    case 'past':
    case 'closed':
    case 'cancelled':
    case 'full':
      return CLOSED_LIST[refusal.why]
  }
}

const OF_OTHERS: ReadonlySet<SignUpRefusal['why']> = new Set(['known_contact', 'full', 'few'])

/** Whether a refusal depends on the entries of other guests, so that contacts could be tried out by it. */
export const tellsOfOthers = ({ why }: SignUpRefusal): boolean => OF_OTHERS.has(why)

export const peopleText = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

/** Whether two typed names are the same person's: upper case and spaces do not matter. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other)

const plain = (name: string): string =>
  name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('en-US')

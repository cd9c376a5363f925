import type { CalendarDate } from '#lib/venue-time.ts'

/**
 * Cookies and browser storage of this site. The cookie policy prints this list, and a browser test fails on any item that
 * is missing from it.
 */
export type StoredItem = {
  readonly name: string
  readonly where: 'cookie' | 'local storage' | 'session storage' | 'database' | 'cache'
  /** Names of the cookie or storage key. */
  readonly pattern: RegExp
  readonly purpose: string
  readonly lifetime: string
  readonly isForStaff?: true
}

/** Last change of this list, as a date at the venue, which in the evening is a day behind UTC. */
const STORED_ITEMS_CHANGED_ON = '2026-11-23'

/**
 * "Last updated" of the cookie policy: the venue's statements and this list change independently. A list from tomorrow,
 * where the day has not begun yet at the venue, counts as one of today.
 */
export function cookiePolicyDate(
  policiesChangedOn: CalendarDate,
  today: CalendarDate,
  listChangedOn: CalendarDate = STORED_ITEMS_CHANGED_ON,
): CalendarDate {
  const listDate = listChangedOn < today ? listChangedOn : today
  return policiesChangedOn > listDate ? policiesChangedOn : listDate
}

export const STORED_ITEMS: readonly StoredItem[] = [
  {
    name: 'cookie_consent',
    where: 'cookie',
    pattern: /^cookie_consent$/,
    purpose: 'your answer to the cookie banner',
    lifetime: 'one year',
  },
  {
    name: 'guest (__Host-guest)',
    where: 'cookie',
    pattern: /^(__Host-)?guest$/,
    purpose:
      'a random name for your browser, set when you hold a table or book a dinner, so that the same booking is not made twice and your table stays yours in another tab',
    lifetime: 'one year',
  },
  {
    name: 'table_held',
    where: 'cookie',
    pattern: /^table_held$/,
    purpose: 'whether you hold a table, so that every page shows it in a browser without JavaScript',
    lifetime: 'until the hold ends',
  },
  {
    name: 'seenModals',
    where: 'local storage',
    pattern: /^seenModals$/,
    purpose: 'the announcements you have seen',
    lifetime: 'until you clear your browser',
  },
  {
    name: 'hold …',
    where: 'local storage',
    pattern: /^hold [0-9a-f-]{36} [0-9a-f-]{36}$/,
    purpose: 'a table you are paying for, with the link to its payment page',
    lifetime: 'until it is paid or released, or a day after it ended when you hold another table',
  },
  {
    name: 'attempt …',
    where: 'local storage',
    pattern: /^attempt [0-9a-f-]{36} [0-9a-f-]{36}$/,
    purpose: 'the number of your attempt to book a table, so that a double click books it once',
    lifetime: 'until the booking is paid, refused or released, otherwise until you clear your browser',
  },
  {
    name: 'booking …',
    where: 'session storage',
    pattern: /^booking [0-9a-f-]{36}$/,
    purpose: 'what you typed into the booking form',
    lifetime: 'until you close the tab, or the table is yours',
  },
  {
    name: 'form …',
    where: 'session storage',
    pattern: /^form [a-z-]+$/,
    purpose: 'what you typed into our other forms',
    lifetime: 'until you close the tab or send the form',
  },
  {
    name: 'toast',
    where: 'session storage',
    pattern: /^toast$/,
    purpose: 'a message that is shown on the next page',
    lifetime: 'until that page opens',
  },
  {
    name: 'react-router-scroll-positions',
    where: 'session storage',
    pattern: /^react-router-scroll-positions$/,
    purpose: 'where our staff were on a page, for the way back',
    lifetime: 'until they close the tab',
    isForStaff: true,
  },
  {
    name: 'staff.session_token (__Host-staff.session_token)',
    where: 'cookie',
    pattern: /^(__Host-)?staff\.(?!device$)[a-z_]+$/,
    purpose: 'keeps our staff signed in, and carries them through the second step of signing in',
    lifetime: 'until they sign out, a week at most',
    isForStaff: true,
  },
  {
    name: 'staff.device (__Host-staff.device)',
    where: 'cookie',
    pattern: /^(__Host-)?staff\.device$/,
    purpose: 'lets a browser that our staff signed in with before sign in while others guess passwords',
    lifetime: '180 days after the last sign-in',
    isForStaff: true,
  },
  {
    name: 'draft …',
    where: 'session storage',
    pattern: /^draft /,
    purpose: 'what our staff typed and have not saved yet',
    lifetime: 'until they save it, sign out or close the tab; 12 hours at most',
    isForStaff: true,
  },
  {
    name: 'columns …',
    where: 'local storage',
    pattern: /^columns [0-9a-f-]{36} [a-z-]+$/,
    purpose: 'the columns that our staff hid in their tables',
    lifetime: 'until they show them again or clear their browser',
    isForStaff: true,
  },
  {
    name: 'staffShortcuts',
    where: 'local storage',
    pattern: /^staffShortcuts$/,
    purpose: 'whether single-key shortcuts are on in the staff area',
    lifetime: 'until they clear their browser',
    isForStaff: true,
  },
  {
    name: 'check-in',
    where: 'database',
    pattern: /^check-in$/,
    purpose:
      'the encrypted list of tonight on the devices with which our staff check guests in, and what they recorded without a network',
    lifetime: 'until they sign out, a day at most; what is recorded until it is sent',
    isForStaff: true,
  },
  {
    name: 'check-in …',
    where: 'cache',
    pattern: /^check-in /,
    purpose: 'the files of the check-in screen, so that it opens without a network',
    lifetime: 'until its next version',
    isForStaff: true,
  },
  {
    name: 'checkInMuted',
    where: 'local storage',
    pattern: /^checkInMuted$/,
    purpose: 'whether our staff switched off the sounds of check-in',
    lifetime: 'until they clear their browser',
    isForStaff: true,
  },
]

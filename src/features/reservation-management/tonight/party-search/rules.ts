import { digitsOf } from '#lib/phone.ts'
import { plainText } from '#lib/text/plain-text.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'

type Coded = { readonly guestName: string; readonly entryCode: string }

type Searched = Coded & {
  readonly tableNumbers: readonly number[]
  /** Both are missing on a list that an older version stored. */
  readonly merged?: readonly Coded[] | undefined
  readonly shares?: readonly Coded[] | undefined
  readonly list: Partial<Pick<NonNullable<Party['list']>, 'name' | 'promoter'>> | null
}

const codedText = ({ guestName, entryCode }: Coded): string => `${guestName}\n${entryCode}`

/**
 * Text in which staff find a party: names and codes of its guest, of friends with codes of their own and of bookings that were
 * merged into it, tables, guest list, and the phone number as far as the device knows it.
 */
export const searchTextOf = (
  { tableNumbers, merged = [], shares = [], list, ...party }: Searched,
  phone: string | null,
): string =>
  plainText(
    [
      ...[party, ...shares, ...merged].map(codedText),
      digitsOf(phone ?? ''),
      tableNumbers.map((it) => `table ${it} t${it}`).join(' '),
      list?.name ?? '',
      list?.promoter ?? '',
    ].join('\n'),
  )

/** Whether the text of a party contains a search, or each of its words in any order. */
export const matchesSearch = (searched: string, search: string): boolean =>
  searched.includes(search) ||
  (!/\d/.test(search) && search.split(/\s+/).every((word) => searched.includes(word)))

import { payingGuests } from '#features/payments/cover/rules.ts'
import type { CoverItem } from '#features/payments/cover/schema.ts'
import { csvLine } from '#features/reservation-management/list/rules.ts'
import type { EntryShown, ListShown, PromoterCounts } from './schema.ts'

type Counted = {
  readonly promoter: string
  readonly guestCount: number
  readonly arrived: number
  /** False of a guest who was removed, or whose event was moved to another night. */
  readonly isListed: boolean
  /** Cover that was not taken back. */
  readonly items: readonly CoverItem[]
}

/** Sums by promoter, most guests first. A guest who came without being listed any more counts as a head only. */
export function promoterCounts(entries: readonly Counted[]): PromoterCounts[] {
  const groups = Map.groupBy(entries, ({ promoter }) => promoter)
  return [...groups]
    .map(([promoter, all]) => ({
      promoter,
      listed: sumOf(all, (it) => (it.isListed ? it.guestCount : 0)),
      arrivedParties: all.filter(({ arrived }) => arrived > 0).length,
      heads: sumOf(all, ({ arrived }) => arrived),
      paid: sumOf(all, ({ items }) => payingGuests(items)),
    }))
    .toSorted((a, b) => b.heads - a.heads || b.listed - a.listed || a.promoter.localeCompare(b.promoter))
}

const sumOf = (all: readonly Counted[], of: (entry: Counted) => number): number =>
  all.reduce((sum, it) => sum + of(it), 0)

const HEAD = ['Name', 'Guests', 'Arrived', 'Phone', 'Email', 'Code', 'Note', 'Added by', 'Removed']

/** The entries of a list as CSV, with the byte order mark by which spreadsheets know UTF-8. */
export const listCsv = ({ entries }: Pick<ListShown, 'entries'>): string =>
  `\uFEFF${[HEAD, ...entries.map(cellsOf)].map(csvLine).join('')}`

const cellsOf = (it: EntryShown) => [
  it.guestName,
  it.guestCount,
  it.arrived,
  it.guestPhone,
  it.guestEmail,
  it.entryCode,
  it.note,
  it.source === 'self' ? 'Guest' : 'Staff',
  it.removedAt === null ? '' : 'yes',
]

import { emailFor, may } from '#features/permissions/rules.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { GUEST_TAGS, type GuestFacts } from '#features/reservations/guest-facts/schema.ts'
import {
  GUEST_FILTERS,
  GUEST_SORTS,
  type GuestDetails,
  type GuestEntry,
  type GuestQuery,
  MAX_GUEST,
} from './schema.ts'

const MAX_SEARCH = 80
const MAX_OFFSET = 1_000_000

/** Parses the filters from a URL. Unknown values are ignored. */
export function readGuestQuery(query: URLSearchParams): GuestQuery {
  const after = query.get('after') ?? ''
  return {
    search: (query.get('q') ?? '').trim().slice(0, MAX_SEARCH).toLowerCase(),
    filter: GUEST_FILTERS.find((it) => it === query.get('show')) ?? null,
    sort: GUEST_SORTS.find((it) => it === query.get('sort')) ?? 'recent',
    offset: /^\d{1,7}$/.test(after) ? Math.min(Number(after), MAX_OFFSET) : 0,
  }
}

/** Restricts a query to a role: the order by spend would reveal money that the role may not see. */
export const guestQueryFor = (role: StaffRole, query: GuestQuery): GuestQuery =>
  query.sort === 'spend' && !may(role, 'payments.read') ? { ...query, sort: 'recent' } : query

/** Redacts a guest for a role: hosts see no money and masked addresses. */
export const guestFor = <Entry extends GuestEntry>(role: StaffRole, entry: Entry): Entry => ({
  ...entry,
  spendCents: may(role, 'payments.read') ? entry.spendCents : null,
  email: entry.email === null ? null : emailFor(role, entry.email),
})

export const guestDetailsFor = (role: StaffRole, guest: GuestDetails): GuestDetails => ({
  ...guestFor(role, guest),
  emails: guest.emails.map((email) => emailFor(role, email)),
  reservations: may(role, 'payments.read')
    ? guest.reservations
    : guest.reservations.map((it) => ({ ...it, spendCents: null })),
})

type Column = { readonly separator: string; readonly max: number }
const NOTE: Column = { separator: '\n', max: MAX_GUEST.note }
const ALLERGIES: Column = { separator: '; ', max: MAX_GUEST.allergies }

/** The texts of two rows of one person, each once. */
const joinTexts = (kept: string, merged: string, { separator }: Column): string =>
  merged === '' || kept.includes(merged) ? kept : kept === '' ? merged : `${kept}${separator}${merged}`

/** Facts of a guest after another row of the same person was merged into it. A block of either stays. */
export const mergedFacts = (kept: GuestFacts, merged: GuestFacts): GuestFacts => ({
  name: kept.name,
  tags: GUEST_TAGS.filter((tag) => kept.tags.includes(tag) || merged.tags.includes(tag)),
  allergies: joinTexts(kept.allergies, merged.allergies, ALLERGIES),
  note: joinTexts(kept.note, merged.note, NOTE),
  blockReason: kept.blockReason ?? merged.blockReason,
})

/** Refusal text where the merged notes or allergies of two guests are too long; null where they fit. */
export function mergeProblem({ note, allergies }: GuestFacts): string | null {
  if (note.length > NOTE.max)
    return `The notes of both are longer than ${NOTE.max} characters. Please shorten one of them first.`
  if (allergies.length > ALLERGIES.max)
    return `The allergies of both are longer than ${ALLERGIES.max} characters. Please shorten one of them first.`
  return null
}

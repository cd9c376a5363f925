import { nightText } from '#lib/venue-time.ts'
import {
  findEntryOfContact,
  findExpectedEntry,
  insertEntries,
  lockEntry,
  updateEntry,
} from '#features/guest-lists/entries/service.ts'
import type { ExpectedEntry } from '#features/guest-lists/entries/schema.ts'
import { placesLeft, type SignUpProblem, signUpProblem } from '#features/guest-lists/rules.ts'
import { findListByCode, lockList } from '#features/guest-lists/service.ts'
import { isGuestBlocked } from '#features/reservations/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { textFrom } from '#features/venue/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { NOT_FOUND } from '#lib/refusal.ts'
import type { TextContent } from '#platform/text-messages/types.ts'
import { isSameName, type SignUpRefusal } from './rules.ts'
import type { SignUp } from './schema.ts'

type Deps = { readonly db: Db; readonly now: Date }

const CODE = /^[A-Za-z0-9]{20}$/

/** The list of a public address with what stands in the way of a sign-up; null without such a list. */
export async function loadPublicList({ db, now }: Deps, code: string) {
  const list = CODE.test(code) ? await findListByCode(db, code) : undefined
  return list ? { list, problem: signUpProblem(list, now) } : null
}

/**
 * Puts a guest on a list; returns the id of the entry. The list is locked, so that its last places are given once. A guest
 * who is on it under the same name and number of guests stays as they are, so a form that is sent twice counts once.
 */
export async function signUp(
  { db, now }: Deps,
  code: string,
  { form, isChange }: { readonly form: SignUp; readonly isChange: boolean },
): Promise<Result<string, SignUpRefusal>> {
  const found = CODE.test(code) ? await findListByCode(db, code) : undefined
  if (!found) return no(NOT_FOUND)
  return inTransaction(db, async (trx) => {
    const list = await lockList(trx, found.id)
    if (!list) return no(NOT_FOUND)
    const problem = signUpProblem(list, now)
    const { guestName, guestCount, phone, email } = form
    if (problem !== null && problem !== 'full') return no({ why: problem })
    if (await isGuestBlocked(trx, { guestPhone: phone ?? '', guestEmail: email ?? '' }))
      return no({ why: 'guest_blocked' })
    const entry = await findEntryOfContact(trx, list.id, { phone, email })
    if (entry && !isSameName(entry.guestName, guestName)) return no({ why: 'other_name' })
    if (entry?.guestCount === guestCount) return ok(entry.id)
    if (entry && !isChange) return no({ why: 'listed', guestCount: entry.guestCount })
    const places = { guests: list.guests - (entry?.guestCount ?? 0), maxGuests: list.maxGuests }
    if (placesLeft(places) === 0) return no({ why: 'full' })
    if (guestCount > placesLeft(places)) return no({ why: 'few', places })
    if (entry) {
      await updateEntry(trx, entry.id, { guestCount })
      return ok(entry.id)
    }
    const [id = ''] = await insertEntries(trx, [
      {
        listId: list.id,
        guestName,
        guestCount,
        guestPhone: phone,
        guestEmail: email,
        source: 'self',
        consentedAt: now,
      },
    ])
    return ok(id)
  })
}

/** An entry as its guest sees it, with what stands in the way of a change; null where it was anonymised or never was. */
export async function loadOwnEntry(
  { db, now }: Deps,
  id: string,
): Promise<{ readonly entry: ExpectedEntry; readonly isOver: boolean } | null> {
  const entry = await findExpectedEntry(db, id)
  return entry ? { entry, isOver: entry.endsAt <= now } : null
}

type OwnRefusal = Exclude<SignUpRefusal, { why: 'listed' | 'other_name' }>

/** Link in the QR code of an entry: a guest's camera opens their page, and staff verify its signature offline. */
export const listEntryLink = (
  { tokens, origin }: { readonly tokens: Pick<SignedTokens, 'signEntryCode'>; readonly origin: string },
  { id, date }: Pick<ExpectedEntry, 'id' | 'date'>,
): string => `${origin}/list-entry/${tokens.signEntryCode(id, date)}`

/** Changes the number of guests of an entry by its guest; 0 takes the name off the list. */
export async function changeOwnEntry(
  { db, now }: Deps,
  id: string,
  guestCount: number,
): Promise<Result<null, OwnRefusal>> {
  const found = await findExpectedEntry(db, id)
  if (!found) return no(NOT_FOUND)
  return inTransaction(db, async (trx) => {
    const list = await lockList(trx, found.listId)
    const entry = list && (await lockEntry(trx, id))
    if (!entry) return no(NOT_FOUND)
    if (guestCount === 0) {
      if (list.endsAt <= now) return no({ why: 'past' })
      if (entry.removedAt === null) await updateEntry(trx, id, { removedAt: now })
      return ok(null)
    }
    const problem: SignUpProblem | null = signUpProblem(list, now)
    if (problem !== null && problem !== 'full') return no({ why: problem })
    // An entry that was removed, by the guest or by staff, is not put back by its old link.
    if (entry.removedAt) return no({ why: 'closed' })
    const places = { guests: list.guests - entry.guestCount, maxGuests: list.maxGuests }
    const { guestPhone, guestEmail } = entry
    const isMore = guestCount > entry.guestCount
    if (isMore && (await isGuestBlocked(trx, { guestPhone: guestPhone ?? '', guestEmail: guestEmail ?? '' })))
      return no({ why: 'guest_blocked' })
    if (guestCount > placesLeft(places)) return no({ why: 'few', places })
    await updateEntry(trx, id, { guestCount })
    return ok(null)
  })
}

type LinkDeps = Deps & { readonly tokens: SignedTokens; readonly origin: string }

/** Renders the text that brings the code to a guest on a list; null for a name that was taken off, or a night that is over. */
export async function renderListCodeText(deps: LinkDeps, id: string): Promise<TextContent | null> {
  const entry = await findExpectedEntry(deps.db, id)
  if (!entry || entry.removedAt !== null || entry.endsAt <= deps.now || entry.guestPhone === null) return null
  const link = `${deps.origin}/list-entry/${deps.tokens.sign('list_entry', id)}`
  return {
    to: entry.guestPhone,
    body: textFrom(
      await loadVenue(deps),
      entry.eventTitle,
      (title) =>
        `You are on the list for ${title}, ${nightText(entry)}. Your code ${entry.entryCode}: ${link}`,
    ),
    date: entry.date,
    isTimed: false,
  }
}

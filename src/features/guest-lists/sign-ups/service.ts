import {
  findEntryOfContact,
  findExpectedEntry,
  insertEntries,
  lockEntry,
  updateEntry,
} from '#features/guest-lists/entries/service.ts'
import type { ExpectedEntry, ListEntry } from '#features/guest-lists/entries/schema.ts'
import { placesLeft, type SignUpProblem, signUpProblem } from '#features/guest-lists/rules.ts'
import type { ListFacts } from '#features/guest-lists/schema.ts'
import { sendLinkAgain } from '#features/guest-lists/links/service.ts'
import { findListByCode, lockList } from '#features/guest-lists/service.ts'
import { isGuestBlocked } from '#features/reservations/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { NOT_FOUND } from '#lib/refusal.ts'
import { isSameName, type SignUpRefusal } from './rules.ts'
import type { SignUp } from './schema.ts'

type Deps = { readonly db: Db; readonly now: Date }

const CODE = /^[A-Za-z0-9]{20}$/

/** The list of a public address with what stands in the way of a sign-up; null without such a list. */
export async function loadPublicList({ db, now }: Deps, code: string) {
  const list = CODE.test(code) ? await findListByCode(db, code) : undefined
  return list ? { list, problem: signUpProblem(list, now) } : null
}

type SentForm = {
  readonly form: SignUp
  readonly isChange: boolean
  /** Keyed hash of the guest's browser. */
  readonly browser: string
  /** Idempotency key of the form. */
  readonly key: string
}

/**
 * Puts a guest on a list; returns the id of the entry. The list is locked, so that its last places are given once. In the browser
 * that signed up, the same name and number of guests stay as they are, so a form that is sent twice counts once.
 */
export async function signUp(
  { db, now, tokens }: Deps & { readonly tokens: SignedTokens },
  code: string,
  { form, isChange, browser, key }: SentForm,
): Promise<Result<string, SignUpRefusal>> {
  const found = CODE.test(code) ? await findListByCode(db, code) : undefined
  if (!found) return no(NOT_FOUND)
  return inTransaction(db, async (trx) => {
    const list = await lockList(trx, found.id)
    if (!list) return no(NOT_FOUND)
    const problem = signUpProblem(list, now)
    if (problem !== null && problem !== 'full') return no({ why: problem })
    const { guestName, guestCount, phone, email } = form
    const entry = await findEntryOfContact(trx, list.id, { phone, email, browser, key })
    if (entry?.isOwn) return signUpAgain(trx, { list, entry, form, isChange })
    if (entry) await sendLinkAgain({ db: trx, now, tokens }, entry)
    // Before the contact is looked at: a list without places answers every contact alike.
    if (placesLeft(list) === 0) return no({ why: 'full' })
    if (guestCount > placesLeft(list)) return no({ why: 'few', places: list })
    if (entry || (await isGuestBlocked(trx, { guestPhone: phone ?? '', guestEmail: email ?? '' })))
      return no({ why: 'known_contact' })
    const contact = { guestPhone: phone, guestEmail: email, guestBrowser: browser, idempotencyKey: key }
    const row = {
      ...contact,
      listId: list.id,
      guestName,
      guestCount,
      source: 'self',
      consentedAt: now,
    } as const
    const [id = ''] = await insertEntries(trx, [row])
    return ok(id)
  })
}

/** A list as `placesLeft` reads it, and the guest's entry on it. */
type Own = {
  readonly list: Pick<ListFacts, 'guests' | 'maxGuests'>
  readonly entry: Pick<ListEntry, 'id' | 'guestName' | 'guestCount' | 'guestPhone' | 'guestEmail'>
}

/** A form from the browser that made the entry: a repeat, or a change that is asked about first. */
async function signUpAgain(
  trx: Db,
  { list, entry, form, isChange }: Own & Pick<SentForm, 'form' | 'isChange'>,
): Promise<Result<string, SignUpRefusal>> {
  const { guestName, guestCount } = form
  if (!isSameName(entry.guestName, guestName)) return no({ why: 'other_name' })
  if (entry.guestCount === guestCount) return ok(entry.id)
  if (!isChange) return no({ why: 'listed', guestCount: entry.guestCount })
  const changed = await setGuestCount(trx, { list, entry }, guestCount)
  return changed.ok ? ok(entry.id) : changed
}

/** Changes the number of guests of an entry, where its list has places and its guest is not blocked. */
async function setGuestCount(
  trx: Db,
  { list, entry }: Own,
  guestCount: number,
): Promise<Result<null, OwnRefusal>> {
  const places = { guests: list.guests - entry.guestCount, maxGuests: list.maxGuests }
  const { guestPhone, guestEmail } = entry
  const isMore = guestCount > entry.guestCount
  if (isMore && (await isGuestBlocked(trx, { guestPhone: guestPhone ?? '', guestEmail: guestEmail ?? '' })))
    return no({ why: 'guest_blocked' })
  if (guestCount > placesLeft(places)) return no({ why: 'few', places })
  await updateEntry(trx, entry.id, { guestCount })
  return ok(null)
}

/** An entry as its guest sees it, with the state of its event; null where it was anonymised or never was. */
export async function loadOwnEntry({ db, now }: Deps, id: string): Promise<OwnEntry | null> {
  const entry = await findExpectedEntry(db, id)
  return entry ? { entry, isOver: entry.endsAt <= now } : null
}

type OwnEntry = {
  readonly entry: NonNullable<Awaited<ReturnType<typeof findExpectedEntry>>>
  readonly isOver: boolean
}

type OwnRefusal = Exclude<SignUpRefusal, { why: 'listed' | 'other_name' | 'known_contact' }>

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
    return setGuestCount(trx, { list, entry }, guestCount)
  })
}

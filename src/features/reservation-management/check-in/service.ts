import { marksOf } from '#features/reservation-management/tonight/rules.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { digitsOf } from '#lib/phone.ts'
import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { readScanned } from './rules.ts'
import type { ExpectedParty, FoundReservation, Snapshot } from './schema.ts'
import { findByCode } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly tokens: SignedTokens }
type Asking = {
  readonly staff: Snapshot['staff']
  /** Token of the session, of which the device only learns a fingerprint. */
  readonly token: string
  readonly venueName: string
}

/** Tonight for a device at the entrance; with `since`, only what changed after an earlier answer. */
export async function loadSnapshot(
  deps: Deps,
  query: URLSearchParams,
  { staff, token, venueName }: Asking,
): Promise<Snapshot> {
  const since = query.get('since')
  const tonight = await loadTonight(deps, new URLSearchParams(since === null ? {} : { since }))
  return {
    ...tonight,
    parties: tonight.parties.map(toExpected),
    venueName,
    keys: deps.tokens.entryKeys(),
    staff: { id: staff.id, name: staff.name },
    sessionId: deps.tokens.fingerprint(token),
  }
}

/** Each field is named: a field that is added to the list of staff does not reach the devices by itself. */
const toExpected = (party: Party): ExpectedParty => ({
  id: party.id,
  type: party.type,
  status: party.status,
  startsAt: party.startsAt,
  leftAt: party.leftAt,
  tableNumbers: party.tableNumbers,
  guestName: party.guestName,
  guestCount: party.guestCount,
  entryCode: party.entryCode,
  eventTitle: party.eventTitle,
  tags: marksOf(party),
  dueCents: party.dueCents,
  coverDue: party.coverDue,
  list: party.list && { name: party.list.name, terms: party.list.terms },
  events: party.events,
  phoneEnd: party.guestPhone === null ? null : digitsOf(party.guestPhone).slice(-4),
})

/** Looks up a code that is not on tonight's list, to say for which night it is. */
export async function findCode({ db, tokens }: Deps, text: string): Promise<FoundReservation | null> {
  const scanned = readScanned(text)
  if (scanned.kind === 'code') return findByCode(db, { entryCode: scanned.code })
  const segment = /\/my-reservation\/([\w-]+)/.exec(text)?.[1]
  const id = segment === undefined ? null : tokens.read('guest', segment)
  return id === null ? null : findByCode(db, { id })
}

import { findDinner } from '#features/dining/dinners/service.ts'
import { findShare, sharedEntryLink } from '#features/reservation-management/entry-shares/service.ts'
import { findMergedInto } from '#features/reservation-management/merge/service.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { entryLink, findReservation } from '#features/reservations/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { countOne, type Limit } from '#platform/security/rate-limit.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { Wallet } from '#platform/wallet/types.ts'
import {
  changesSince,
  type DescribedPass,
  dinnerPass,
  dinnerTitle,
  friendPass,
  isUnchanged,
  lastModified,
  nightPass,
  type PassOwner,
  type PassVenue,
  tagOf,
} from './rules.ts'
import { type PassRefusal, passSerial } from './schema.ts'
import {
  deleteDevices,
  deleteEndedBefore,
  deleteRegistration,
  findChanged,
  listChanged,
  listPushTokens,
  lockOwner,
  upsertRegistration,
} from './store.ts'

/** Job that tells the devices of a pass that it changed. Triggers add it in the transaction of the change. */
export const PUSH_PASS = 'push_pass'

/** The job as triggers add it: jobs of one pass replace each other, and a storm of changes leaves workers for the other jobs. */
const pushJob = (serial: string) => ({
  name: PUSH_PASS,
  queue: PUSH_PASS,
  payload: { serial },
  key: `${PUSH_PASS}:${serial}`,
})

export type PassDeps = {
  readonly db: Db
  readonly now: Date
  readonly tokens: SignedTokens
  readonly origin: string
  readonly wallet: Wallet
  loadVenue(): Promise<PassVenue>
}

/** Passes that the page of a guest makes in an hour, and those that devices fetch: a changed one is fetched by all of its devices. */
export const FROM_PAGE: Limit = { times: 30, withinS: 3600 }
const BY_DEVICES: Limit = { times: 120, withinS: 3600 }

type Found = DescribedPass & { readonly owner: PassOwner }

/** The pass of a night or dinner, of the one it was merged into, or of a friend who comes. */
export async function findPass(deps: PassDeps, serial: string): Promise<Found | null> {
  const { db, tokens, now } = deps
  const venue = await deps.loadVenue()
  const common = { venue, serial, authenticationToken: tokens.sign('wallet_pass', serial), now }
  const id = (await findMergedInto(db, serial))?.id ?? serial
  const reservation = await findReservation(deps, id)
  if (reservation) {
    if (reservation.status === 'pending') return null
    const link = guestLink(deps, id)
    const inCode = entryLink(deps, { id, date: reservation.event.date })
    return {
      ...nightPass(reservation, { ...common, link, entryLink: inCode }),
      owner: { reservationId: serial },
    }
  }
  const dinner = await findDinner(deps, id)
  if (dinner) {
    // A table that the waiting list offers is not the guest's yet.
    if (dinner.heldUntil !== null) return null
    const link = guestLink(deps, id)
    return {
      ...dinnerPass(dinner, { ...common, link, entryLink: entryLink(deps, dinner) }),
      owner: { reservationId: serial },
    }
  }
  const friend = await findShare(db, { id: serial })
  if (!friend) return null
  return {
    ...friendPass(
      { ...friend, title: friend.eventTitle ?? dinnerTitle(venue) },
      { ...common, entryLink: sharedEntryLink(deps, friend) },
    ),
    owner: { shareId: serial },
  }
}

/** Makes the pass of a reservation or a friend for a guest who adds it. */
export async function makePass(deps: PassDeps, id: string): Promise<Result<Buffer, PassRefusal>> {
  if (deps.wallet.applePassTypeId === null) return no('not_found')
  const found = await findPass(deps, id)
  if (!found) return no('not_found')
  if (!found.isLiving) return no('not_living')
  const passes = deps.wallet.apple(deps.now)
  if (!passes || !(await countOne(deps.db, `wallet pass ${id}`, FROM_PAGE)).ok) return no('unavailable')
  return ok(await passes.make(found.content))
}

/** A device names the pass by its type and serial number, and proves with the token inside the pass that it has it. */
export type PassClaim = {
  readonly passTypeId: string
  readonly serial: string
  /** `Authorization` header. */
  readonly authorization: string | null
}

/** Whether a device has the pass that it names. The signature is compared in constant time. */
export function checkClaim(
  { wallet, tokens }: Pick<PassDeps, 'wallet' | 'tokens'>,
  { passTypeId, serial, authorization }: PassClaim,
): Result<null, 'not_found' | 'not_authorized'> {
  if (wallet.applePassTypeId === null || passTypeId !== wallet.applePassTypeId) return no('not_found')
  if (!passSerial.safeParse(serial).success) return no('not_found')
  const [, token = ''] = /^ApplePass (\S+)$/.exec(authorization ?? '') ?? []
  return tokens.read('wallet_pass', token) === serial ? ok(null) : no('not_authorized')
}

export type ServiceRefusal = 'not_found' | 'not_authorized' | 'too_many' | 'unavailable'

/** Registers a device, so that it is told of changes of a pass. */
export async function registerDevice(
  deps: PassDeps,
  claim: PassClaim,
  device: { readonly deviceId: string; readonly pushToken: string },
): Promise<Result<'created' | 'renewed', ServiceRefusal>> {
  const checked = checkClaim(deps, claim)
  if (!checked.ok) return checked
  const found = await findPass(deps, claim.serial)
  if (!found) return no('not_found')
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockOwner(tx, found.owner))) return no('not_found')
    const stored = await upsertRegistration(tx, { ...device, owner: found.owner })
    if (stored === 'too_many') return no('too_many')
    // The pass may have changed since the device loaded it, when nothing knew the device yet.
    if (stored === 'created') await addJob(tx, pushJob(claim.serial))
    return ok(stored)
  })
}

/** Ends the registration of a device whose owner removed the pass. */
export async function unregisterDevice(
  deps: Pick<PassDeps, 'db' | 'wallet' | 'tokens'>,
  claim: PassClaim,
  deviceId: string,
): Promise<Result<null, ServiceRefusal>> {
  const checked = checkClaim(deps, claim)
  if (!checked.ok) return checked
  await deleteRegistration(deps.db, deviceId, claim.serial)
  return ok(null)
}

/** Serial numbers of the passes of a device that changed since its last question; null where none did. */
export async function listChangedPasses(
  { db, wallet }: Pick<PassDeps, 'db' | 'wallet'>,
  { deviceId, passTypeId, since }: { deviceId: string; passTypeId: string; since: string | null },
): Promise<Result<{ serialNumbers: string[]; lastUpdated: string } | null, 'not_found'>> {
  if (wallet.applePassTypeId === null || passTypeId !== wallet.applePassTypeId) return no('not_found')
  const changed = await listChanged(db, deviceId, changesSince(since))
  const last = changed.at(-1)
  if (!last) return ok(null)
  return ok({ serialNumbers: changed.map(({ serial }) => serial), lastUpdated: tagOf(last.changedAt) })
}

type Latest = { readonly file: Buffer | null; readonly lastModified: Date | null }

/** The pass as it is now; without its file where the device has it already. That of a reservation which ended is void. */
export async function readLatestPass(
  deps: PassDeps,
  claim: PassClaim,
  since: string | null,
): Promise<Result<Latest, ServiceRefusal>> {
  const checked = checkClaim(deps, claim)
  if (!checked.ok) return checked
  // Read before the pass, so that a change in between is fetched again.
  const changed = await findChanged(deps.db, claim.serial)
  if (changed && isUnchanged(changed, since)) return ok({ file: null, lastModified: lastModified(changed) })
  const found = await findPass(deps, claim.serial)
  if (!found) return no('not_found')
  const passes = deps.wallet.apple(deps.now)
  if (!passes) return no('unavailable')
  if (!(await countOne(deps.db, `wallet latest ${claim.serial}`, BY_DEVICES)).ok) return no('too_many')
  return ok({
    file: await passes.make(found.content),
    lastModified: changed ? lastModified(changed) : null,
  })
}

/**
 * Tells the devices of a pass that it changed, and forgets those that have it no more. Returns how many were told. Without a usable
 * certificate nothing could be fetched either, so they are told once it is mended: the job comes back each hour. Throws
 * where a device could not be told, so that the job is tried again.
 */
export async function pushPass(
  { db, wallet, now }: Pick<PassDeps, 'db' | 'wallet' | 'now'>,
  serial: string,
): Promise<number> {
  const pushTokens = await listPushTokens(db, serial)
  if (wallet.applePassTypeId === null || pushTokens.length === 0) return 0
  const passes = wallet.apple(now)
  if (!passes) {
    await addJob(db, { ...pushJob(serial), runAt: addHours(now, 1) })
    return 0
  }
  const outcomes = await passes.push(pushTokens)
  const gone = pushTokens.filter((_, i) => outcomes[i]?.kind === 'gone')
  await deleteDevices(db, serial, gone)
  const reasons = outcomes.flatMap((it) => (it.kind === 'failed' ? [it.reason] : []))
  if (reasons.length > 0)
    throw new Error(
      `the push service of Apple was not told of ${reasons.length} devices: ${[...new Set(reasons)].join('; ')}`,
    )
  return pushTokens.length - gone.length
}

/** Time for which passes are kept after the night: nothing will change any more. */
const KEPT_HOURS = 7 * 24

export const keptSince = (now: Date): Date => addHours(now, -KEPT_HOURS)

/** Forgets the devices of passes a week after the night. */
export const purgePassDevices = ({ db, now }: Pick<PassDeps, 'db' | 'now'>): Promise<void> =>
  deleteEndedBefore(db, keptSince(now))

export { lockOwner }

import { shareRefusalText } from '#features/reservation-management/entry-shares/rules.ts'
import { friendName } from '#features/reservation-management/entry-shares/schema.ts'
import {
  loadShares,
  shareEntry,
  takeShareBack,
} from '#features/reservation-management/entry-shares/service.ts'
import { isId } from '#lib/address.ts'
import { parseField } from '#lib/forms/parse-field.ts'
import type { RequestContext } from '#http/context.ts'
import { textOf } from '#forms/form-handler.ts'
import { readOwnPart } from '../guest-page.ts'

/** Friends of a party as the page of its host shows them. */
export type SharesShown = {
  readonly friends: readonly {
    readonly id: string
    readonly name: string
    readonly code: string
    /** Link to the page of the friend. */
    readonly link: string
    readonly hasArrived: boolean
  }[]
  /** Friends who got a code, ever: the form sends it back, so that a click too many is none. */
  readonly ever: number
  /** Staff have to confirm the party first: the codes are not valid yet. */
  readonly isWaiting: boolean
  /** Friends who can still get a code. */
  readonly left: number
}

/** Loads the friends of a party; null where the entry cannot be shared. */
export const loadSharesShown = (deps: RequestContext, id: string): Promise<SharesShown | null> =>
  readOwnPart(deps, 'shares', () => readShares(deps, id))

async function readShares(deps: RequestContext, id: string): Promise<SharesShown | null> {
  const loaded = await loadShares(deps, id)
  if (!loaded || (loaded.left === 0 && loaded.shares.length === 0)) return null
  return {
    ever: loaded.ever,
    left: loaded.left,
    isWaiting: loaded.isWaiting,
    friends: loaded.shares.map((share) => ({
      id: share.id,
      name: share.guestName,
      code: share.entryCode,
      link: `${deps.origin}/shared-entry/${deps.tokens.sign('entry_share', share.id)}`,
      hasArrived: share.hasArrived,
    })),
  }
}

/** A refused change of the friends, with the name that was typed. */
export type RefusedShare = {
  readonly problem: string
  readonly typed: string
  readonly status: number
}

/** Gives a friend a code, or takes one back; null once it is done. */
export async function requestShare(
  deps: RequestContext,
  id: string,
  form: FormData,
): Promise<RefusedShare | null> {
  const taken = textOf(form, 'share')
  const typed = textOf(form, 'name')
  const name = parseField(friendName.rules, typed)
  if (taken !== '' && !isId(taken))
    return { problem: shareRefusalText('not_found', { guestCount: 0, name: typed }), typed, status: 422 }
  if (taken === '' && !name.ok) return { problem: name.reason, typed, status: 422 }
  const done =
    name.ok && taken === ''
      ? await shareEntry(deps, id, { guestName: name.value, seen: seenIn(form) })
      : await takeShareBack(deps, id, taken)
  if (done.ok) return null
  const guestCount = (await loadShares(deps, id))?.guestCount ?? 0
  return { problem: shareRefusalText(done.reason, { guestCount, name: typed }), typed, status: 409 }
}

/** The number that the page sent. Without it, a name that has a code is refused. */
function seenIn(form: FormData): number {
  const text = textOf(form, 'seen')
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
}

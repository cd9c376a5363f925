import { businessDate, type CalendarDate, formatDate, isWallTime } from '#lib/venue-time.ts'
import { dayOf, MAX_GUESTS, readDate, readGuests, venueOfMove } from '#features/dining/rules.ts'
import { areTimesOfChoice, SHOW_TIMES } from '#features/dining/shown-times/rules.ts'
import { chooseTimeText, lostText, refusalProblems } from '#features/dining/texts/rules.ts'
import type { ServiceDay } from '#features/dining/schema.ts'
import { largePartyText, largestChange } from '#features/dining/changes/rules.ts'
import { moveDinner } from '#features/dining/changes/service.ts'
import { listTimes, readBookableVenue } from '#features/dining/service.ts'
import type { DayOption } from '#features/dining/ui/dinner-choice.tsx'
import { findDinner } from '#features/dining/dinners/service.ts'
import { releaseOutdatedKeep } from '#features/holds/keep-table/service.ts'
import { hasArrived } from '#features/reservation-management/arrivals/service.ts'
import { beginMoveRecord } from '#features/reservation-management/guest-changes/dinners/service.ts'
import { listShares } from '#features/reservation-management/entry-shares/service.ts'
import { refusal, sharedText } from '#features/reservation-management/guest-changes/rules.ts'
import { staysText } from '#features/reservations/evening/rules.ts'
import { findEvening } from '#features/reservations/evening/service.ts'
import type { PassPaths } from '#features/reservations/ui/pass-link.tsx'
import { offerDinners } from '#features/waiting-list/offers/service.ts'
import { INTENT_FIELD, SEEN_FIELD } from '#lib/forms/hidden-fields.ts'
import type { RequestContext } from '#http/context.ts'
import type { Db } from '#platform/db/db.ts'
import { PaymentRefused, PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { textOf } from '#forms/form-handler.ts'
import { dayOptions } from '../reservations/dining-requests.ts'
import { type ComingShown, loadComing } from './coming/coming-data.ts'
import { type FeedbackShown, loadFeedback } from './feedback/feedback-requests.ts'
import { loadDinner } from './evening/dinner-data.ts'
import { type EveningShown, loadEvening } from './evening/evening-data.ts'
import type { KeepShown } from './keep/keep-data.ts'
import type { DinnerShown } from './my-dinner-copy.ts'
import { NO_PASSES, passesOf } from './guest-page.ts'

type PageInput = { readonly link: string; readonly query: URLSearchParams }

/** Days and times that a dinner can move to. */
export type MoveChoice = {
  readonly days: readonly DayOption[]
  readonly serviceDay: ServiceDay
  /** The facts that the form shows of the dinner as it is (`seenDinner`). */
  readonly seen: string
  /** The largest party of an online change. Larger ones call the venue. */
  readonly largest: number
  readonly phone: string
  /** Why the party size in the address is none. */
  readonly problem: string | null
  /** A move was sent from a page that showed the dinner as it was before. */
  readonly isChangedSince: boolean
  /** Why the time that was sent is none of the times shown; null where none was. */
  readonly timeProblem: string | null
  /** The night of the evening, which does not move with its dinner; null without one. */
  readonly night: { readonly date: CalendarDate; readonly staysText: string } | null
}

export type MyDinnerShown = DinnerShown & {
  /** Null unless the guest opened the move form and may still move the dinner. */
  readonly move: MoveChoice | null
  readonly isConfirmingCancel: boolean
  readonly isJustMoved: boolean
  readonly isJustResized: boolean
  /** Said after a move of what became of the guest's table for the night; null where there is none. */
  readonly nightNote: string | null
  readonly keep: KeepShown | null
  readonly evening: EveningShown | null
  readonly coming: ComingShown | null
  readonly feedback: FeedbackShown | null
  readonly passPaths: PassPaths
  /** The pass for a wallet could not be made. */
  readonly hasPassProblem: boolean
}

/** Loads a dinner for its guest; null where none has this id. */
export async function loadMyDinner(
  deps: RequestContext,
  id: string,
  { link, query }: PageInput,
): Promise<MyDinnerShown | null> {
  const [loaded, venue] = await Promise.all([loadDinner(deps, id, link), deps.loadVenue()])
  if (!loaded) return null
  const { dinner, shown, keep } = loaded
  const isMoving = shown.change?.isPossible === true && query.has('move')
  const bookable = isMoving ? await readBookableVenue({ ...deps, venue }) : venue
  const requestedDate = readDate(query.get('date'))
  const date =
    requestedDate && dayOf(bookable, requestedDate, deps.now).state === 'open' ? requestedDate : dinner.date
  const guests = readGuests(query.get('guests')) ?? dinner.guestCount
  const asked = { date, guests, except: id }
  const serviceDay = isMoving
    ? await listTimes({ ...deps, venue: venueOfMove(bookable, dinner) }, asked)
    : null
  const largest = largestChange(venue, dinner)
  return {
    ...shown,
    move: serviceDay
      ? {
          days: dayOptions(bookable, deps.now),
          serviceDay,
          seen: shown.seen,
          largest,
          phone: venue.phone,
          problem: query.has('guests') && readGuests(query.get('guests')) === null ? TOO_LARGE : null,
          isChangedSince: query.has('changed'),
          timeProblem: query.has('time') && guests <= largest ? chooseTimeText(serviceDay) : null,
          night: await nightOfMove(deps, id),
        }
      : null,
    isConfirmingCancel: query.has('cancel'),
    isJustMoved: query.has('moved'),
    isJustResized: query.has('party'),
    nightNote: query.has('released') ? RELEASED : nightStaysText(readDate(query.get('stays'))),
    keep,
    evening: await loadEvening(deps, id),
    coming: await loadComing(deps, { id, startsAt: dinner.startsAt, isAhead: shown.state === 'coming' }),
    feedback: await loadFeedback(deps, id),
    passPaths: shown.entry ? passesOf(deps, link) : NO_PASSES,
    hasPassProblem: query.get('pass') === 'unavailable',
  }
}

const nightStaysText = (date: CalendarDate | null): string | null =>
  date === null ? null : `Your table for the night of ${formatDate(date, 'medium')}, stays as it is.`

const RELEASED =
  'Your dinner has another table now, so you no longer hold the former one for the night. Nothing was charged for it.'

async function nightOfMove(deps: RequestContext, id: string): Promise<MoveChoice['night']> {
  const night = (await findEvening(deps, id, 'holder'))?.other
  return night ? { date: businessDate(night.startsAt), staysText: staysText(night) } : null
}

export type Changed =
  | {
      readonly is: 'done'
      readonly what: 'moved' | 'party' | 'email' | 'emails' | 'other'
      /** The date of the night that stays where the dinner moved to another date. */
      readonly nightStays?: CalendarDate | undefined
      /** The unpaid hold of the former table for the night was released. */
      readonly isKeepReleased?: boolean
    }
  | {
      readonly is: 'refused'
      readonly problem: string
      readonly about: 'email' | 'change'
      readonly status: number
    }
  /**
   * The guest is to choose on the page that the path's query shows: the form asks for the times of another date or party, has a time
   * that is none of those, or shows another dinner than there is now.
   */
  | { readonly is: 'choose_again'; readonly path: string }
  /** The id does not name a dinner. */
  | { readonly is: 'no_dinner' }

/** Moves a dinner by its guest's form, or redirects to the times of the chosen date and party. */
export async function changeDinner(deps: RequestContext, id: string, form: FormData): Promise<Changed> {
  const dinner = await findDinner(deps, id)
  if (!dinner) return { is: 'no_dinner' }
  const intent = textOf(form, INTENT_FIELD)
  const size = textOf(form, 'guests')
  const guests = size === '' ? dinner.guestCount : readGuests(size)
  const isAsking = intent === SHOW_TIMES
  if ((intent === 'move' || isAsking) && guests === null) return refusedChange(422, TOO_LARGE)
  const date = readDate(textOf(form, 'date'))
  const time = textOf(form, 'time')
  if (date !== null && guests !== null && (isAsking || (intent === 'move' && !areTimesOfChoice(form))))
    return { is: 'choose_again', path: timesPath({ date, guests }, isAsking) }
  if (intent !== 'move' || guests === null || date === null || !isWallTime(time))
    return refusedChange(422, 'Please choose a day and one of its times.')
  const night = date === dinner.date ? null : await nightOfMove(deps, id)
  const seen = textOf(form, SEEN_FIELD) || null
  const moved = await moveDinner({ ...deps, ...BY_GUEST }, id, { date, time, guests, seen })
  if (moved.ok)
    return {
      is: 'done',
      what: guests === dinner.guestCount ? 'moved' : 'party',
      nightStays: night?.date,
      isKeepReleased: await releaseKeep(deps, id),
    }
  const { why, serviceDay } = moved.reason
  if (why === 'not_found' || why === 'not_live') return { is: 'done', what: 'other' }
  if (why === 'late') return refusedChange(409, 'too_late')
  if (why === 'changed') return { is: 'choose_again', path: '?move=1&changed=1#change' }
  if (why === 'arrived') return refusedChange(409, refusal('arrived').text)
  if (why === 'too_small') return refusedChange(409, (await sharedProblem(deps.db, id, guests)) ?? SHARED)
  if (why === 'large_party') return refusedChange(409, largePartyText(guests, (await deps.loadVenue()).phone))
  const problems = refusalProblems(await deps.reloadVenue(), why, { serviceDay, time })
  return refusedChange(409, problems.time ?? problems.date ?? lostText(serviceDay, time))
}

/** Query of the page that shows the times of a party, and says that one is to be chosen where the guest did not ask for them. */
const timesPath = ({ date, guests }: { date: CalendarDate; guests: number }, isAsking: boolean): string =>
  `?move=1&date=${date}&guests=${guests}${isAsking ? '' : '&time=choose'}#change`

async function releaseKeep(deps: RequestContext, id: string): Promise<boolean> {
  try {
    return await releaseOutdatedKeep(deps, id)
  } catch (error) {
    if (!(error instanceof PaymentUnavailable) && !(error instanceof PaymentRefused)) throw error
    deps.log.warn(
      { event: 'payments.cancel_failed', err: error },
      'the payment for the former table of a dinner could not be closed now; the hold expires by itself',
    )
    return false
  }
}

/** Why a party cannot get smaller than its friends with codes of their own; null where it can. */
async function sharedProblem(db: Db, id: string, guests: number): Promise<string | null> {
  const shares = await listShares(db, [id])
  return sharedText(guests, shares.filter(({ isTakenBack }) => !isTakenBack).length)
}

const SHARED = 'Your friends’ codes changed at this moment. Your dinner is unchanged. Please try again.'

/** Rules of a guest's move that belong to other features. */
const BY_GUEST = {
  offerFirst: offerDinners,
  hasArrived,
  canHaveSize: async (db: Db, id: string, guests: number) => (await sharedProblem(db, id, guests)) === null,
  beginRecord: beginMoveRecord,
}

const refusedChange = (status: number, problem: string): Changed => ({
  is: 'refused',
  problem,
  about: 'change',
  status,
})

const TOO_LARGE = `Online dinners are for ${MAX_GUESTS} guests at most. Your dinner is unchanged. Please call us.`

import { data, redirect, useLocation } from 'react-router'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { type RequestContext, withContext } from '#http/context.ts'
import { readForm, textOf } from '#forms/form-handler.ts'
import { confirmComing } from '#features/reminders/answers/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import {
  findWaiting,
  readLastOutcome,
} from '#features/reservation-management/guest-changes/payments/service.ts'
import { WAITING } from './change/change-entry.tsx'
import { describeWaiting } from './change/waiting-change.tsx'
import { changeEmail } from './change/email-requests.ts'
import { COMING } from './coming/coming-answer.tsx'
import { loadComing } from './coming/coming-data.ts'
import { type Cancelled, requestCancel } from './evening/cancel-requests.ts'
import { loadEvening } from './evening/evening-data.ts'
import { CANCEL, GIVE_UP } from './evening/intents.ts'
import { loadNight } from './evening/night-data.ts'
import { FEEDBACK } from './feedback/feedback-form.tsx'
import { loadFeedback, storeFeedback } from './feedback/feedback-requests.ts'
import { requestKeep } from './keep/keep-request.ts'
import { type Changed, changeDinner, loadMyDinner } from './my-dinner-data.ts'
import { MyDinner } from './my-dinner.tsx'
import { MyNight } from './my-night.tsx'
import { loadSharesShown, requestShare } from './share/share-data.ts'
import { SHARE_INTENT, ShareEntry } from './share/share-entry.tsx'
import { storePackageContents } from './package-requests.ts'
import type { Route } from './+types/my-reservation.ts'
import { followMerge, reservationOf } from './guest-page.ts'

/** Loads the reservation that the signed link names: a night table or a dinner. */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const id = reservationOf(deps, params.token)
  await followMerge(deps, id)
  const link = guestPath(deps, id)
  const [night, shares] = await Promise.all([loadNight(deps, id), loadSharesShown(deps, id)])
  if (night) {
    const coming = await loadComing(deps, {
      id,
      startsAt: night.startsAt,
      isAhead: night.state === 'coming',
    })
    const [feedback, evening, change] = await Promise.all([
      loadFeedback(deps, id),
      loadEvening(deps, id),
      loadPaidChange(deps, id, { state: night.state, request }),
    ])
    return { night: { ...night, coming, feedback, evening, change }, dinner: null, shares }
  }
  const dinner = await loadMyDinner(deps, id, { link, query: new URL(request.url).searchParams })
  if (!dinner) throw data(null, { status: 404 })
  return { night: null, dinner, shares }
})

type Asked = { readonly state: string; readonly request: Request }

/** The change that waits for its payment, and what became of one whose payment was under way when the guest came back. */
async function loadPaidChange(deps: RequestContext, id: string, { state, request }: Asked) {
  const waiting = await findWaiting(deps, id)
  const hasCome = new URL(request.url).searchParams.get('change') === WAITING
  return {
    waiting: describeWaiting(waiting, { isStanding: state === 'coming', now: deps.now }),
    settled: hasCome ? await readLastOutcome(deps, id) : null,
  }
}

/** Fragment of the status heading, which the browser focuses after a redirect. */
const STATUS = '#status'
const AFTERWARDS = {
  moved: '?moved=1',
  party: '?party=1',
  email: '?email=1',
  emails: '?email=both',
  other: '',
  other_stays: '?change=other_stays',
} as const

/** Says what became of the table for the night, beside the parameter of the dinner that moved. */
function nightQuery(done: Extract<Changed | Cancelled, { is: 'done' }>): string {
  if ('isKeepReleased' in done && done.isKeepReleased) return '&released=1'
  return 'nightStays' in done && done.nightStays !== undefined ? `&stays=${done.nightStays}` : ''
}

/** Answer of a form, to which each form adds its own refusal. */
const NOT_REFUSED = { problem: null, refused: [], keep: null, feedback: null }

/** Handles a guest's change. A repeated submission succeeds without a second effect. */
export const action = withContext(async (deps, { params, request }: Route.ActionArgs) => {
  const id = reservationOf(deps, params.token)
  await followMerge(deps, id)
  const link = guestPath(deps, id)
  const form = await readForm(request)
  if (textOf(form, INTENT_FIELD) === COMING) {
    const answered = await confirmComing(deps, id)
    if (!answered.ok && answered.reason === 'not_found') throw data(null, { status: 404 })
    // The page of a reservation that is cancelled or over says so.
    throw redirect(`${link}${answered.ok ? `#${COMING}` : STATUS}`, 303)
  }
  if (textOf(form, INTENT_FIELD) === FEEDBACK) {
    const feedback = await storeFeedback(deps, id, form)
    if (feedback === null) throw redirect(`${link}#${FEEDBACK}`, 303)
    return data({ ...NOT_REFUSED, about: 'feedback' as const, feedback }, { status: 422 })
  }
  if (textOf(form, INTENT_FIELD) === 'package') {
    const refused = await storePackageContents(deps, id, form)
    if (refused.length === 0) throw redirect(`${link}?saved=1#packages`, 303)
    return data({ ...NOT_REFUSED, about: 'package' as const, refused }, { status: 422 })
  }
  if (textOf(form, INTENT_FIELD) === SHARE_INTENT) {
    const share = await requestShare(deps, id, form)
    if (share === null) throw redirect(`${link}#friends`, 303)
    return data({ ...NOT_REFUSED, about: 'share' as const, share }, { status: share.status })
  }
  if (textOf(form, INTENT_FIELD) === 'keep') {
    const keep = await requestKeep(deps, id, form)
    return data({ ...NOT_REFUSED, about: 'keep' as const, keep }, { status: keep.status })
  }
  const changed = await requestChange(deps, id, form)
  if (changed.is === 'done')
    throw redirect(`${link}${AFTERWARDS[changed.what]}${nightQuery(changed)}${STATUS}`, 303)
  if (changed.is === 'choose_again') throw redirect(`${link}${changed.path}`, 303)
  if (changed.is === 'refused')
    return data(
      { ...NOT_REFUSED, problem: changed.problem, about: changed.about },
      { status: changed.status },
    )
  throw data(null, { status: 404 })
})

/** Cancels or moves a reservation, or corrects its email. `no_dinner` means that no reservation has this id. */
async function requestChange(deps: RequestContext, id: string, form: FormData): Promise<Changed | Cancelled> {
  const intent = textOf(form, INTENT_FIELD)
  if (intent === CANCEL || intent === GIVE_UP) return requestCancel(deps, id, form)
  if (intent === 'email') return changeEmail(deps, id, textOf(form, 'email'))
  const dinner = await changeDinner(deps, id, form)
  if (dinner.is !== 'no_dinner') return dinner
  // A page of the version before cancels a night without an intent.
  return intent === '' ? requestCancel(deps, id, form) : dinner
}

export default function MyReservation({
  loaderData: { night, dinner, shares },
  actionData,
}: Route.ComponentProps) {
  const problem = actionData?.problem ?? null
  const search = new URLSearchParams(useLocation().search)
  const link = night?.confirmation.link ?? dinner?.link ?? ''
  const refusedShare = actionData?.about === 'share' ? actionData.share : null
  const friends = shares ? <ShareEntry shares={shares} link={link} refused={refusedShare} /> : null
  return night ? (
    <MyNight
      shown={night}
      problem={problem}
      emailProblem={actionData?.about === 'email' ? problem : null}
      hasPassProblem={search.get('pass') === 'unavailable'}
      refused={actionData?.refused ?? []}
      refusedFeedback={actionData?.feedback ?? null}
      saved={search.get('saved')}
      friends={friends}
    />
  ) : (
    <MyDinner
      shown={dinner}
      problem={problem}
      about={actionData?.about === 'email' ? 'email' : 'change'}
      refusedKeep={actionData?.keep ?? null}
      refusedFeedback={actionData?.feedback ?? null}
      friends={friends}
    />
  )
}

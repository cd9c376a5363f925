import { data, redirect } from 'react-router'
import { findDinner } from '#features/dining/dinners/service.ts'
import { changeByGuest } from '#features/reservation-management/guest-changes/requests/service.ts'
import {
  dropWaitingChange,
  findWaiting,
  isReplacedChange,
  payAgain,
} from '#features/reservation-management/guest-changes/payments/service.ts'
import { replacedText } from '#features/reservation-management/guest-changes/rules.ts'
import type { GuestChangeRefusal } from '#features/reservation-management/guest-changes/schema.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import { findReservation } from '#features/reservations/service.ts'
import { type RequestContext, withContext } from '#http/context.ts'
import { readForm, textOf } from '#forms/form-handler.ts'
import { INTENT_FIELD, SEEN_FIELD } from '#lib/forms/hidden-fields.ts'
import { PaymentRefused, PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { addMinutes } from '#lib/venue-time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PhoneLink } from '#ui/phone-link.tsx'
import { useRootData } from '../../layout/site-layout.tsx'
import { redirectToPayment } from '../../payment/open-payment.ts'
import { loadChange } from './change-data.ts'
import { ChangeNotice } from './change-entry.tsx'
import { ChangeForm } from './change-form.tsx'
import { readShown, readWanted } from './change-query.ts'
import { ChangeReview } from './change-review.tsx'
import { DROP_INTENT, PAY_AGAIN_INTENT, WaitingChange } from './waiting-change.tsx'
import type { Route } from './+types/change.ts'
import { followMerge, reservationOf } from '../guest-page.ts'

/** Loads what the guest's reservation for a night can be changed to. A dinner is moved on its own page. */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const id = reservationOf(deps, params.token)
  await followMerge(deps, id, '/change')
  const link = guestPath(deps, id)
  const shown = await loadChange(deps, id, { link, query: new URL(request.url).searchParams })
  if (shown) return { shown }
  throw (await findDinner(deps, id)) ? redirect(`${link}?move=1#change`) : data(null, { status: 404 })
})

const STATUSES: Partial<Record<GuestChangeRefusal['why'], number>> = {
  not_found: 404,
  too_often: 429,
  payment_unavailable: 502,
}

/** Makes a change that the guest confirmed, or drops one that waits for its payment. */
export const action = withContext(async (deps, { params, request }: Route.ActionArgs) => {
  const id = reservationOf(deps, params.token)
  await followMerge(deps, id, '/change')
  const link = guestPath(deps, id)
  if (!(await findReservation(deps, id))) throw data(null, { status: 404 })
  const form = await readForm(request)
  const intent = textOf(form, INTENT_FIELD)
  if (intent === DROP_INTENT) return drop(deps, id, { link, seenId: seenIn(form) })
  if (intent === PAY_AGAIN_INTENT) return payRefused(deps, id, seenIn(form))
  const wanted = readWanted(form)
  if (!wanted.ok) return data({ problem: wanted.reason }, { status: 422 })
  const { browser } = deps.guest
  const changed = await changeByGuest(deps, id, { ...readShown(form), wanted: wanted.value, browser })
  if (!changed.ok) {
    const { why, text } = changed.reason
    const isNewOffer = why === 'price_changed' || why === 'changed_meanwhile'
    return data({ problem: text, isNewOffer }, { status: STATUSES[why] ?? 409 })
  }
  if (changed.value.step === 'made') throw redirect(`${link}?change=made#status`, 303)
  const { holdMinutes } = await deps.loadVenue()
  throw redirectToPayment(deps, { url: changed.value.url, heldUntil: addMinutes(deps.now, holdMinutes) })
})

/** The change that the guest saw; null from a page of the version before. */
const seenIn = (form: FormData): string | null => textOf(form, SEEN_FIELD) || null

const replaced = async (deps: RequestContext, id: string) =>
  data({ problem: replacedText((await findWaiting(deps, id)) !== null) }, { status: 409 })

/** Opens the payment page of a change once more, after the bank refused the first payment. */
async function payRefused(deps: RequestContext, id: string, seenId: string | null) {
  const opened = await payAgain(deps, id, seenId)
  if (opened.ok) throw redirect(opened.value, 303)
  if (await isReplacedChange(deps, id, seenId)) return replaced(deps, id)
  return opened.reason === 'payment_unavailable'
    ? data(
        { problem: 'The payment page could not be opened. Please try again in a minute.' },
        { status: 502 },
      )
    : data({ problem: 'This change no longer waits for a payment. Nothing was charged.' }, { status: 409 })
}

/** The page after dropping a change, whose payment may have been made a moment earlier. */
const DROPPED = {
  closed: (link: string) => `${link}/change?change=dropped`,
  paid: (link: string) => `${link}?change=made#status`,
  refunded: (link: string) => `${link}?change=refunded#status`,
}

type Dropped = { readonly link: string; readonly seenId: string | null }

async function drop(deps: RequestContext, id: string, { link, seenId }: Dropped) {
  try {
    const dropped = await dropWaitingChange(deps, id, seenId)
    if (dropped === 'closed' && (await isReplacedChange(deps, id, seenId))) return replaced(deps, id)
    if (dropped === 'processing')
      return data({ problem: 'Your bank is still working on the payment.' }, { status: 409 })
    throw redirect(DROPPED[dropped](link), 303)
  } catch (error) {
    if (!(error instanceof PaymentUnavailable) && !(error instanceof PaymentRefused)) throw error
    const problem =
      'We cannot reach the payment provider right now. The change ends by itself if it is not paid.'
    return data({ problem }, { status: 502 })
  }
}

export default function Change({ loaderData: { shown }, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem ?? shown.problem
  const isNewOffer = actionData !== undefined && 'isNewOffer' in actionData && actionData.isNewOffer
  const review = actionData === undefined || isNewOffer ? shown.review : null
  return (
    <>
      <header>
        <h1 className="text-title">Change your reservation</h1>
        <p className="mt-3 text-lg text-sand">{shown.about}</p>
        <ChangeNotice />
        {shown.closed === null ? (
          <p className="mt-3 max-w-prose text-sand">
            You can change it here until {shown.until}. You keep what you have until the change is certain.
            {shown.fee === null ? null : ` ${shown.fee}`}
          </p>
        ) : (
          <Closed text={shown.closed} />
        )}
      </header>
      {problem === null ? null : (
        <p
          id={review === null ? 'review' : undefined}
          role="alert"
          tabIndex={-1}
          autoFocus
          className="mt-6 scroll-mt-24 font-semibold text-rose"
        >
          {problem}
        </p>
      )}
      {shown.waiting ? <WaitingChange waiting={shown.waiting} link={shown.link} /> : null}
      {review ? (
        <ChangeReview review={review} link={shown.link} replaced={shown.waiting?.about ?? null} />
      ) : null}
      {shown.closed === null ? <ChangeForm shown={shown} /> : null}
      <ButtonLink href={shown.link} look="quiet" className="mt-6">
        Back to your reservation
      </ButtonLink>
    </>
  )
}

function Closed({ text }: { readonly text: string }) {
  const { venue } = useRootData()
  return (
    <p role="status" className="mt-3 max-w-prose text-sand">
      {text} Our number is <PhoneLink phone={venue.phone} />.
    </p>
  )
}

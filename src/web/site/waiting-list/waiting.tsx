import { data, redirect } from 'react-router'
import { openCheckout } from '#features/payments/sessions/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import { MINIMUM_SPEND } from '#features/reservations/minimum-spend/rules.ts'
import { acceptDinner, leaveLine } from '#features/waiting-list/offers/service.ts'
import { canBookNow } from '#features/waiting-list/joining/service.ts'
import { OFFER_ENDED_TEXT, waitingPath } from '#features/waiting-list/rules.ts'
import { findPlace } from '#features/waiting-list/service.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { type RequestContext, withContext } from '#http/context.ts'
import { readForm, textOf } from '#forms/form-handler.ts'
import { PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { PhoneLink } from '#ui/phone-link.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import { LivePage } from '../live/live-page.tsx'
import { privateMeta } from '../page/page-meta.ts'
import { PrivateFailure } from '../payment/private-failure.tsx'
import { describeWaiting, isOverForGuest, type ShownState, type ShownWaiting } from './waiting-copy.ts'
import type { Route } from './+types/waiting.ts'

async function readEntry(deps: RequestContext, token: string) {
  const id = deps.tokens.read('waiting', token)
  const found = id === null ? null : await findPlace(deps, id)
  if (!found) throw data(null, { status: 404 })
  return found
}

/** Loads the entry that the signed link names. */
export const loader = withContext(async (deps, { params }: Route.LoaderArgs) => {
  const [found, venue] = await Promise.all([readEntry(deps, params.token), deps.loadVenue()])
  const { entry } = found
  const canBook = isOverForGuest(entry, deps.now) && (await canBookNow(deps, entry))
  return {
    waiting: describeWaiting({ ...found, canBook, noticeHours: venue.changeNoticeHours, now: deps.now }),
    ownPage: entry.status === 'accepted' && entry.offer ? guestPath(deps, entry.offer.reservationId) : null,
  }
})

const ACCEPT = 'accept'
const LEAVE = 'leave'

const ENDED = { title: 'Your offer has ended', text: OFFER_ENDED_TEXT }
const PAYMENT_ERROR = {
  title: 'Payment Error',
  text: 'The payment page could not be opened. You keep your place in line. Please try again in a minute.',
}
const NOT_NOW = {
  title: 'Please wait a moment',
  text: 'We could not reach the payment provider. Your table is released when your time is up.',
}

/** Accepts an offer, declines it, or leaves the list. */
export const action = withContext(async (deps, { params, request }: Route.ActionArgs) => {
  const { entry } = await readEntry(deps, params.token)
  const intent = textOf(await readForm(request), INTENT_FIELD)
  if (intent === ACCEPT) return acceptOffer(deps, params.token, entry.id)
  if (intent !== LEAVE) throw data(null, { status: 400 })
  try {
    await leaveLine(deps, entry.id)
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    deps.log.warn(
      { event: 'waiting_list.decline_deferred', err: error },
      'an offer could not be declined now',
    )
    return data(NOT_NOW, { status: 502 })
  }
  throw redirect(waitingPath(params.token), 303)
})

/** Sends the guest to the payment page of the table, or to the page of the reservation where nothing is to be paid. */
async function acceptOffer(deps: RequestContext, token: string, id: string) {
  const { entry } = await readEntry(deps, token)
  if (!entry.offer) return data(ENDED, { status: 409 })
  const { reservationId } = entry.offer
  const ownPage = guestPath(deps, reservationId)
  if (!entry.night) {
    if ((await acceptDinner(deps, id)) === 'ended') return data(ENDED, { status: 410 })
    throw redirect(ownPage, 303)
  }
  const opened = await openCheckout(deps, reservationId)
  if (opened.ok) throw redirect(opened.value.url, 303)
  if (opened.reason === 'already_confirmed') throw redirect(ownPage, 303)
  return opened.reason === 'hold_ended' ? data(ENDED, { status: 410 }) : data(PAYMENT_ERROR, { status: 502 })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches, 'Waiting list', 'Your place on the waiting list.')

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <PrivateFailure error={error} what="Waiting list entry" />
)

export default function Waiting({ loaderData, actionData }: Route.ComponentProps) {
  const { waiting, ownPage } = loaderData
  const { state } = waiting
  return (
    <div className="mx-auto max-w-2xl">
      <p className="eyebrow">Waiting list</p>
      <h1 className="mt-3 text-title">{waiting.title}</h1>
      <p className="mt-3 max-w-prose text-lg text-sand">{waiting.text}</p>
      {actionData ? (
        <div role="alert" className="mt-6 rounded-card border-2 border-rose bg-burgundy/25 p-4">
          <h2 className="text-xl">{actionData.title}</h2>
          <p className="mt-1 text-sand">{actionData.text}</p>
        </div>
      ) : null}
      <div className="mt-6 rounded-card border border-bark bg-ember p-5 sm:p-7">
        {waiting.place === null || state !== 'waiting' ? null : (
          <p className="mb-4 font-display text-2xl text-brass">{waiting.place}</p>
        )}
        {waiting.offer ? <OfferFacts offer={waiting.offer} /> : null}
        <p className="font-semibold">{waiting.eventTitle}</p>
        <p className="text-sand">{waiting.when}</p>
        <p className="mt-3 wrap-anywhere">
          {waiting.guestName}, {waiting.party}
          {waiting.zone === null ? '' : `, ${waiting.zone}`}
        </p>
      </div>
      <Acts waiting={waiting} ownPage={ownPage} />
      {LIVE.has(state) ? <Live version={waiting.version} /> : null}
    </div>
  )
}

/** States that change without an act of the guest. */
const LIVE: ReadonlySet<ShownState> = new Set(['waiting', 'offered', 'paying'])

const Live = ({ version }: { version: string }) => (
  <>
    <LivePage version={version} />
    <noscript>
      <meta httpEquiv="refresh" content="60" />
    </noscript>
  </>
)

const OfferFacts = ({ offer }: { offer: NonNullable<ShownWaiting['offer']> }) => (
  <div className="mb-5 border-b border-bark pb-5">
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      <Fact label="Your table" value={offer.table} />
      {offer.until === null ? null : (
        <Fact label="Held until" value={offer.until}>
          {offer.msLeft === null ? null : <TimeLeft ms={offer.msLeft} />}
        </Fact>
      )}
      <Fact label="To pay now" value={offer.price ?? 'Nothing'} />
      {offer.minimumSpend === null ? null : <Fact label={MINIMUM_SPEND} value={offer.minimumSpend} />}
    </dl>
    {offer.cover === null ? null : (
      <p className="mt-4 text-sand">Cover at the door, a separate fee: {offer.cover}.</p>
    )}
    {offer.terms === null ? null : <p className="mt-2 text-sand">{offer.terms}</p>}
  </div>
)

type FactProps = { readonly label: string; readonly value: string; readonly children?: React.ReactNode }

const Fact = ({ label, value, children }: FactProps) => (
  <div>
    <dt className="text-sm text-sand">{label}</dt>
    <dd className="font-display text-2xl text-brass">
      {value}
      {children}
    </dd>
  </div>
)

/** Counts down with the script of the site. */
const TimeLeft = ({ ms }: { readonly ms: number }) => (
  <span
    hidden
    role="timer"
    aria-label="Time left"
    data-live="countdown"
    data-ms-left={ms}
    className="ml-3 tabular-nums"
  />
)

function Acts({ waiting, ownPage }: { waiting: ShownWaiting; ownPage: string | null }) {
  const { venue } = useRootData()
  const { state, offer, again } = waiting
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      {offer ? (
        <ActForm
          intent={ACCEPT}
          label={offer.price === null ? 'Accept this table' : `Pay ${offer.price}`}
          isMain
        />
      ) : null}
      {offer ? <ActForm intent={LEAVE} label="Decline" /> : null}
      {state === 'waiting' ? <ActForm intent={LEAVE} label="Leave the list" /> : null}
      {ownPage === null ? null : <ButtonLink href={ownPage}>View your reservation</ButtonLink>}
      {again?.book ? <ButtonLink href={again.book.href}>{again.book.label}</ButtonLink> : null}
      {again ? (
        <ButtonLink href={again.join} look={again.book ? 'outline' : 'solid'}>
          Join the list again
        </ButtonLink>
      ) : null}
      <p className="basis-full text-sand">
        Questions? Call us at <PhoneLink phone={venue.phone} />.
      </p>
    </div>
  )
}

type ActProps = { readonly intent: string; readonly label: string; readonly isMain?: boolean }

const ActForm = ({ intent, label, isMain = false }: ActProps) => (
  <form method="post" data-once>
    <Button
      type="submit"
      name={INTENT_FIELD}
      value={intent}
      look={isMain ? 'solid' : 'outline'}
      className="min-h-12"
    >
      {label}
    </Button>
  </form>
)

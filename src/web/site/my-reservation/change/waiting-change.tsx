import type { WaitingChange as Waiting } from '#features/reservation-management/guest-changes/payments/service.ts'
import { INTENT_FIELD, SEEN_FIELD } from '#lib/forms/hidden-fields.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { formatUsd } from '#lib/money.ts'
import { formatMoment } from '#lib/venue-time.ts'
import { LivePage } from '../../live/live-page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'

export type WaitingShown = {
  readonly id: string
  /** The change in words: `Table 4, 6 guests`. */
  readonly about: string
  readonly title: string
  readonly text: string
  /** Null once the guest has paid, and the bank still works on it. */
  readonly payUrl: string | null
  readonly isProcessing: boolean
  /** The bank refused the payment, and the guest can pay again. */
  readonly isRefused: boolean
}

/** Describes the change that waits for its payment, of a reservation that stands: for a cancelled one the payment would only go back. */
export function describeWaiting(
  waiting: Waiting | null,
  { isStanding, now }: { readonly isStanding: boolean; readonly now: Date },
): WaitingShown | null {
  if (waiting === null || !isStanding) return null
  const { id, isProcessing, isRefused, payUrl } = waiting
  const about = capitalized(waiting.about)
  const amount = formatUsd(waiting.differenceCents)
  const until = formatMoment(waiting.heldUntil, now)
  if (isProcessing)
    return {
      id,
      title: 'Your bank is working on a payment',
      text: `${about}: we make your change once the ${amount} is paid. Please do not pay a second time.`,
      payUrl: null,
      about,
      isProcessing,
      isRefused,
    }
  return isRefused
    ? {
        id,
        title: 'Your payment did not go through',
        text: `${about}: your bank refused the ${amount}. Nothing has changed, and nothing was charged. You can pay again until ${until}.`,
        payUrl: null,
        about,
        isProcessing,
        isRefused,
      }
    : {
        id,
        title: 'A change waits for your payment',
        text: `${about}: ${amount} to pay until ${until}. Nothing has changed yet, and nothing was charged.`,
        payUrl,
        about,
        isProcessing,
        isRefused,
      }
}

export const DROP_INTENT = 'drop'
export const PAY_AGAIN_INTENT = 'pay_again'

type Props = { readonly waiting: WaitingShown; readonly link: string }

/** A change that waits for its payment. The guest goes on, drops it, or chooses another one. */
export const WaitingChange = ({ waiting, link }: Props) => (
  <section
    aria-labelledby="waiting-change"
    className="no-print mt-8 rounded-card border border-brass/60 bg-brass/10 p-5 sm:p-8"
  >
    <h2 id="waiting-change" className="text-heading">
      {waiting.title}
    </h2>
    <p className="mt-2 text-sand">{waiting.text}</p>
    {waiting.isProcessing ? (
      <LivePage version="processing" />
    ) : (
      <div className="mt-4 flex flex-wrap gap-3 max-sm:flex-col">
        {waiting.payUrl === null ? null : <ButtonLink href={waiting.payUrl}>Continue to payment</ButtonLink>}
        <form method="post" action={`${link}/change`} className="contents">
          <input type="hidden" name={SEEN_FIELD} value={waiting.id} />
          {waiting.isRefused ? (
            <Button type="submit" name={INTENT_FIELD} value={PAY_AGAIN_INTENT}>
              Pay again
            </Button>
          ) : null}
          <Button type="submit" name={INTENT_FIELD} value={DROP_INTENT} look="outline">
            Drop this change
          </Button>
        </form>
      </div>
    )}
  </section>
)

import { formatUsd } from '#lib/money.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { StoredHold } from '../booking/attempts.ts'

type Props = {
  readonly hold: StoredHold
  /** The browser blocked the new tab: the link opens in this tab. */
  readonly isBlocked: boolean
  readonly isOpening: boolean
  /** Opens the checkout if the hold has no payment URL yet. */
  readonly onPay: () => void
}

/** Link to the payment page of a hold, or a button that opens the checkout first. */
export function PayLink({ hold, isBlocked, isOpening, onPay }: Props) {
  const look = buttonClass('solid', 'w-full text-lg sm:w-auto sm:px-8')
  if (hold.url === null)
    return (
      <Button onClick={onPay} aria-disabled={isOpening} className="w-full text-lg sm:w-auto sm:px-8">
        {isOpening ? <Spinner /> : null}
        Pay now {formatUsd(hold.totalCents)}
      </Button>
    )
  if (isBlocked)
    return (
      <a href={hold.url} className={look}>
        Continue to payment
        <Icon name="arrow" />
      </a>
    )
  return (
    <a href={hold.url} target="_blank" rel="noreferrer noopener" className={look}>
      Pay now {formatUsd(hold.totalCents)}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

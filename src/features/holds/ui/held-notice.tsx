import { Countdown } from './countdown.tsx'
import type { useHoldStatus } from './hold-watch.ts'

type Props = {
  readonly token: string
  readonly tableNumber: number
  readonly known: ReturnType<typeof useHoldStatus>
  /** Classes of the countdown. */
  readonly className: string
}

/** Names the held table and shows the time left to pay, unless the guest has paid and the bank still works on it. */
export const HeldNotice = ({ token, tableNumber, known, className }: Props) => (
  <>
    Table {tableNumber} is held for you.{' '}
    {known?.news.isProcessing ? (
      <span className="text-sand">Your bank is working on the payment.</span>
    ) : (
      <span className="whitespace-nowrap text-sand">
        <Countdown
          token={token}
          tableNumber={tableNumber}
          clock={known ? { heldUntil: known.news.heldUntil, msAhead: known.msAhead } : null}
          className={className}
        />{' '}
        left to pay
      </span>
    )}
  </>
)

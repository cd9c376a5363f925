import { useEffect } from 'react'
import { countdownText } from '../rules.ts'
import { refreshHold, useCountdown } from './hold-watch.ts'

type Props = {
  readonly token: string
  readonly tableNumber: number
  /** Null until the server's clock is known. */
  readonly clock: { readonly heldUntil: string; readonly msAhead: number } | null
  readonly className: string
}

/** The time left to pay. Screen readers announce it at five minutes and at one, not every second. */
export const Countdown = ({ clock, className, ...rest }: Props) =>
  clock ? (
    <Running {...rest} {...clock} className={className} />
  ) : (
    <span aria-hidden="true" className={`tabular-nums ${className}`}>
      --:--
    </span>
  )

type RunningProps = Omit<Props, 'clock'> & NonNullable<Props['clock']>

function Running({ token, tableNumber, heldUntil, msAhead, className }: RunningProps) {
  const { msLeft, news } = useCountdown(heldUntil, msAhead)
  const isOver = msLeft <= 0
  useEffect(() => {
    if (isOver) refreshHold(token)
  }, [isOver, token])
  return (
    <>
      <span role="timer" aria-label="Time left to pay" className={`tabular-nums ${className}`}>
        {countdownText(msLeft)}
      </span>
      <span role="status" className="sr-only">
        {news ? `${news} to pay for table ${tableNumber}` : ''}
      </span>
    </>
  )
}

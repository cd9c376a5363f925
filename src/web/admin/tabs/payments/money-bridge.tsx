import { formatUsd } from '#lib/money.ts'

type Props = {
  readonly from: string
  readonly fromCents: number
  readonly steps: readonly (readonly [what: string, cents: number])[]
  readonly to: string
  readonly toCents: number
}

/** Reconciles two totals step by step. Steps of zero are left out. */
export const MoneyBridge = ({ from, fromCents, steps, to, toCents }: Props) => (
  <dl className="grid max-w-lg grid-cols-[1fr_auto] gap-x-6 gap-y-1 py-2 tabular-nums">
    <Step what={from} text={formatUsd(fromCents)} />
    {steps
      .filter(([, cents]) => cents !== 0)
      .map(([what, cents]) => (
        <Step key={what} what={what} text={`${cents > 0 ? '+' : '−'} ${formatUsd(Math.abs(cents))}`} />
      ))}
    <Step what={to} text={formatUsd(toCents)} isSum />
  </dl>
)

const Step = ({ what, text, isSum = false }: { what: string; text: string; isSum?: boolean }) => (
  <div className={`contents ${isSum ? 'font-semibold' : 'text-sand'}`}>
    <dt>{what}</dt>
    <dd className="text-right whitespace-nowrap">{text}</dd>
  </div>
)

import type { CloseOut, LaterLine } from '#features/close-out/schema.ts'
import { methodLabel } from '#features/payments/ledger/rules.ts'
import { formatUsd } from '#lib/money.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { countText } from '#lib/text/count.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { Panel } from '#ui/admin/panel.tsx'

const signed = (cents: number): string => `${cents < 0 ? '−' : '+'}${formatUsd(Math.abs(cents))}`

/** Ledger lines and arrivals that came after the figures were locked. */
export function SinceLock({ night: { sinceLock } }: { night: CloseOut }) {
  if (!sinceLock || (sinceLock.lines.length === 0 && sinceLock.came === 0)) return null
  const { lines, moneyCents, drawerCents, came } = sinceLock
  return (
    <Panel className="flex flex-col gap-2">
      <h3 className="text-xl">
        Since the lock{' '}
        {moneyCents === 0 ? null : (
          <span className="text-base text-brass tabular-nums">{signed(moneyCents)}</span>
        )}
      </h3>
      {drawerCents === 0 ? null : (
        <p className="text-sand tabular-nums">{signed(drawerCents)} in the cash of that day</p>
      )}
      {came === 0 ? null : (
        <p className="text-sand">{`${came > 0 ? '+' : '−'}${countText(Math.abs(came), 'guest')} who came, by check-in`}</p>
      )}
      <ul className="divide-y divide-bark">
        {lines.map((line) => (
          <li key={line.id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <span className="min-w-0 wrap-anywhere">{textOf(line)}</span>
            <span className="tabular-nums">
              {line.amountCents === 0 ? `${formatUsd(line.allowanceCents)} waived` : signed(line.amountCents)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** `Refund in cash · Kofi Mensah · by Ama · Sun, Nov 29, 2:10 PM · Broken bottle` */
const textOf = ({ kind, method, movedAt, guestName, actorName, reason, isForNight }: LaterLine): string =>
  [
    `${capitalized(kind).replaceAll('_', ' ')} ${methodLabel(method)}`.trim(),
    guestName,
    actorName === null ? null : `by ${actorName}`,
    shownMoment(movedAt),
    isForNight ? null : 'for another night',
    reason,
  ]
    .filter((it) => it)
    .join(' · ')

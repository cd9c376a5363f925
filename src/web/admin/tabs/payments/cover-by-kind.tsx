import { COVER_LABELS } from '#features/payments/cover/rules.ts'
import type { CoverFigure } from '#features/payments/ledger/schema.ts'
import { methodLabel } from '#features/payments/ledger/rules.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'

/** Cover of a night: guests and money by kind and method, less what was taken back. */
export const CoverByKind = ({ figures }: { readonly figures: readonly CoverFigure[] }) =>
  figures.length === 0 ? null : (
    <dl className="grid max-w-lg grid-cols-[1fr_auto_auto] gap-x-6 gap-y-1 border-t border-bark py-2 text-sand tabular-nums">
      {figures.map(({ kind, method, guests, amountCents }) => (
        <div key={`${kind} ${method}`} className="contents">
          <dt>
            {`Cover, ${COVER_LABELS[kind].toLowerCase()}`}
            {method === null ? '' : `, ${methodLabel(method)}`}
          </dt>
          <dd className="text-right">{countText(guests, 'guest')}</dd>
          <dd className="text-right whitespace-nowrap">{formatUsd(amountCents)}</dd>
        </div>
      ))}
    </dl>
  )

import { useState } from 'react'
import type { BookDetails } from '#features/guest-book/schema.ts'
import { changesBetween, showField, showValue } from '#lib/changes.ts'
import { decimalUsd, formatUsd } from '#lib/money.ts'
import { formatMoment } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/desk/panel.tsx'
import { useMay } from '../who.ts'
import { RefundForm } from './refund-form.tsx'

const moment = (at: string): string => formatMoment(new Date(at))
const words = (text: string): string => text.replaceAll('_', ' ')

type LineProps = { readonly what: string; readonly note?: string; readonly cents: number | null }

const MoneyLine = ({ what, note, cents }: LineProps) => (
  <li className="flex items-baseline justify-between gap-4 border-b border-bark py-1.5">
    <span className="min-w-0 break-words">
      {what}
      {note ? <span className="block text-sm text-dune">{note}</span> : null}
    </span>
    {cents === null ? null : <span className="whitespace-nowrap tabular-nums">{formatUsd(cents)}</span>}
  </li>
)

/** What a reservation costs, what was paid for it, what went back, and the way to give more of it back. */
export function MoneyPanel({ item }: { item: BookDetails }) {
  const canRefund = useMay('payments.edit')
  const [isOpen, setOpen] = useState(false)
  const seesMoney = useMay('payments.read')
  const leftCents = (item.receivedCents ?? 0) - (item.refundedCents ?? 0)
  return (
    <Panel>
      <h3 className="text-lg">{seesMoney ? 'Lines and payments' : 'Lines'}</h3>
      <ul className="mt-2">
        {item.lines.map(({ kind, packageKey, label, amountCents }) => (
          <MoneyLine key={packageKey ?? kind} what={label} cents={amountCents} />
        ))}
        {seesMoney ? <MoneyLine what="Total" cents={item.totalCents} /> : null}
        <MoneyLine what="Due at the venue" cents={item.dueCents} />
        {item.payments.map(({ id, status, provider, amountCents, receivedCents, at }) => (
          <MoneyLine
            key={id}
            what={`Payment, ${status}`}
            note={`${provider}, ${moment(at)}`}
            cents={status === 'paid' ? receivedCents : amountCents}
          />
        ))}
        {item.refunds.map(({ id, status, reason, note, failure, amountCents, at }) => (
          <MoneyLine
            key={id}
            what={`Refund, ${status}`}
            note={[moment(at), note ?? words(reason), failure].filter(Boolean).join(', ')}
            cents={-amountCents}
          />
        ))}
      </ul>
      {seesMoney && item.payments.length === 0 ? (
        <p className="mt-2 text-dune">No payment was begun here.</p>
      ) : null}
      {canRefund && leftCents > 0 ? (
        <Button look="outline" className="mt-4" onClick={() => setOpen(true)}>
          Refund
        </Button>
      ) : null}
      {isOpen ? (
        <RefundForm
          id={item.id}
          left={decimalUsd(leftCents)}
          leftText={formatUsd(leftCents)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Panel>
  )
}

/** Who did what to a reservation, newest first. */
export const HistoryPanel = ({ item }: { item: BookDetails }) => (
  <Panel className="xl:col-span-2">
    <h3 className="text-lg">History</h3>
    <ol className="mt-2">
      {item.history.map((entry) => (
        <li key={entry.id} className="border-b border-bark py-1.5">
          <strong>{entry.actor}</strong> {entry.action}{' '}
          <time dateTime={entry.at} className="text-sm text-dune">
            {moment(entry.at)}
          </time>
          <span className="block text-sm break-words text-sand">
            {changesBetween(entry.before, entry.after)
              .map(
                ({ field, before, after }) =>
                  `${showField(field)}: ${showValue(before)} → ${showValue(after)}`,
              )
              .join('; ')}
          </span>
        </li>
      ))}
      <li className="py-1.5">
        Booked <span className="text-sm text-dune">{moment(item.createdAt)}</span>
      </li>
    </ol>
  </Panel>
)

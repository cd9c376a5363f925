import { useState } from 'react'
import type { ReservationFullDetails } from '#features/reservation-management/list/schema.ts'
import { changesBetween, showField } from '#lib/changes.ts'
import type { LedgerEntry } from '#features/payments/ledger/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { shownMoment, shownValue } from '#ui/admin/shown-time.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { lineAmount, lineNote, lineLabel } from './ledger-copy.ts'
import { AllowanceFormDialog, CorrectForm, MarkPaidForm, RefundForm } from './money-forms.tsx'

const moment = (at: string): string => shownMoment(at)

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

type Dialog =
  | { readonly is: 'pay' | 'allow' | 'refund' }
  | { readonly is: 'correct'; readonly line: LedgerEntry }
  | null

/** Price, ledger, balance and payment actions of a reservation. */
export function MoneyPanel({ item }: { item: ReservationFullDetails }) {
  const seesMoney = useCan('payments.read')
  const [dialog, setDialog] = useState<Dialog>(null)
  const attempts = item.payments.filter(({ status }) => status !== 'paid')
  return (
    <Panel>
      <h3 className="text-lg">{seesMoney ? 'Lines and payments' : 'Lines'}</h3>
      <ul className="mt-2">
        {item.lines.map(({ label, amountCents }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a reservation that moved twice has two equal fees
          <MoneyLine key={i} what={label} cents={amountCents} />
        ))}
        {seesMoney ? <MoneyLine what="Total" cents={item.totalCents} /> : null}
      </ul>
      {seesMoney ? <Movements item={item} onCorrect={(line) => setDialog({ is: 'correct', line })} /> : null}
      <ul className="mt-4">
        <MoneyLine what="Due at the venue" cents={item.dueCents} />
        {item.refundable ? <MoneyLine what="Kept" cents={item.refundable.openCents} /> : null}
      </ul>
      {attempts.length > 0 ? (
        <ul aria-label="Failed payments" className="mt-4">
          {attempts.map(({ id, status, provider, amountCents, at }) => (
            <MoneyLine
              key={id}
              what={`Payment, ${status}`}
              note={`${provider}, ${moment(at)}`}
              cents={amountCents}
            />
          ))}
        </ul>
      ) : null}
      <MoneyActions item={item} onOpen={setDialog} />
      <MoneyDialog item={item} dialog={dialog} onClose={() => setDialog(null)} />
    </Panel>
  )
}

type MovementsProps = {
  readonly item: ReservationFullDetails
  readonly onCorrect: (line: LedgerEntry) => void
}

/** The ledger entries, and the refunds that are still pending at the payment provider. */
function Movements({ item, onCorrect }: MovementsProps) {
  const canEdit = useCan('payments.edit')
  const underWay = item.refunds.filter(({ status }) => status === 'requested' || status === 'pending')
  if (item.ledger.length === 0) return <p className="mt-2 text-dune">No money has moved yet.</p>
  return (
    <>
      <ol aria-label="Movements of money" className="mt-4">
        {item.ledger.map((line) => (
          <li
            key={line.id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-bark py-1.5"
          >
            <span className="min-w-0 flex-1 break-words">
              {lineLabel(line)}
              <span className="block text-sm text-dune">{lineNote(line)}</span>
            </span>
            {canEdit && line.isCorrectable ? (
              <Button look="quiet" className="px-2 text-sm" onClick={() => onCorrect(line)}>
                {line.kind === 'payment' ? 'Correct' : 'Take back'}
              </Button>
            ) : null}
            <span className="whitespace-nowrap tabular-nums">{lineAmount(line)}</span>
          </li>
        ))}
      </ol>
      {underWay.map(({ id, amountCents, status }) => (
        <p key={id} className="mt-2 text-sm text-sand">
          {formatUsd(amountCents)}{' '}
          {status === 'requested' ? 'is being requested from the provider.' : 'is on its way back.'}
        </p>
      ))}
    </>
  )
}

type ActionsProps = { readonly item: ReservationFullDetails; readonly onOpen: (dialog: Dialog) => void }

function MoneyActions({ item, onOpen }: ActionsProps) {
  const canTake = useCan('payments.take')
  const canEdit = useCan('payments.edit')
  const isPaying = item.paymentStatus === 'pending'
  const isPayable = item.payableCents > 0 && !isPaying && !item.isHeld
  return (
    <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {canTake && isPayable ? (
        <Button look={item.dueCents > 0 ? 'solid' : 'outline'} onClick={() => onOpen({ is: 'pay' })}>
          Mark as paid
        </Button>
      ) : null}
      {canEdit && item.refundable && item.refundable.openCents > 0 ? (
        <Button look="outline" onClick={() => onOpen({ is: 'refund' })}>
          Refund
        </Button>
      ) : null}
      {canEdit && item.dueCents > 0 && !item.isHeld ? (
        <Button look="outline" onClick={() => onOpen({ is: 'allow' })}>
          Comp or discount
        </Button>
      ) : null}
      {canTake && item.dueCents > 0 && item.isHeld && !isPaying ? (
        <p className="text-sand">Only held: confirm the reservation before you take money for it.</p>
      ) : null}
    </div>
  )
}

type DialogProps = {
  readonly item: ReservationFullDetails
  readonly dialog: Dialog
  readonly onClose: () => void
}

function MoneyDialog({ item, dialog, onClose }: DialogProps) {
  const { id, dueCents, payableCents, refundable } = item
  switch (dialog?.is) {
    case 'pay':
      return <MarkPaidForm id={id} dueCents={dueCents} payableCents={payableCents} onClose={onClose} />
    case 'allow':
      return <AllowanceFormDialog id={id} dueCents={dueCents} onClose={onClose} />
    case 'correct':
      return <CorrectForm id={id} line={dialog.line} onClose={onClose} />
    case 'refund':
      return refundable ? <RefundForm id={id} {...refundable} onClose={onClose} /> : null
    case undefined:
      return null
  }
}

/** Audit log of the reservation, newest first. */
export const HistoryPanel = ({ item }: { item: ReservationFullDetails }) => (
  <Panel className="@4xl:col-span-2">
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
                  `${showField(field)}: ${shownValue(before, field)} → ${shownValue(after, field)}`,
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

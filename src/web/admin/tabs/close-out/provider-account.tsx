import { Link } from 'react-router'
import {
  accountRows,
  hasAccount,
  isSameAccount,
  mismatchText,
  payoutRows,
} from '#features/payments/provider-account/rules.ts'
import type { AccountFigures, Mismatch } from '#features/payments/provider-account/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { Panel } from '#ui/admin/panel.tsx'
import { shownReading } from './close-out-copy.ts'

type Props = {
  /** As it was locked, or as it is where the night is not locked; null where an earlier version locked it. */
  readonly shown: AccountFigures | null
  readonly now: AccountFigures
}

/** Online money of the night by the ledger and by the account at the provider; what came after the lock stands beside it. */
export const ProviderAccount = ({ shown, now }: Props) => (
  <>
    {shown ? <Account title="Online at the provider" account={shown} /> : null}
    {shown && isSameAccount(shown, now) ? null : (
      <Account title="Online at the provider, since the lock" account={now} />
    )}
  </>
)

const Account = ({ title, account }: { readonly title: string; readonly account: AccountFigures }) =>
  hasAccount(account) ? (
    <div className="break-inside-avoid pb-5">
      <Panel className="flex flex-col gap-3">
        <Sums title={title} account={account} />
        {account.mismatches.length === 0 ? (
          <p className="text-sm text-sand">Ledger and provider have the same.</p>
        ) : (
          <Mismatches mismatches={account.mismatches} />
        )}
        <Payouts account={account} />
        <p className={`text-sm ${account.failingSince === null ? 'text-dune' : 'text-brass'}`}>
          {shownReading(account)}
        </p>
      </Panel>
    </div>
  ) : null

const CELL = 'py-1.5 pl-3 text-right whitespace-nowrap'

const Sums = ({ title, account }: { readonly title: string; readonly account: AccountFigures }) => (
  <table className="w-full text-left tabular-nums">
    <caption className="mb-1 text-left font-display text-xl">{title}</caption>
    <thead>
      <tr className="text-sm text-sand">
        <td />
        <th scope="col" className={`${CELL} font-normal`}>
          Ledger
        </th>
        <th scope="col" className={`${CELL} font-normal`}>
          Provider
        </th>
      </tr>
    </thead>
    <tbody>
      {accountRows(account).map(({ label, ledgerCents, providerCents }) => (
        <tr
          key={label}
          className={`border-t ${label === 'Total' ? 'border-clay font-semibold' : 'border-bark'}`}
        >
          <th scope="row" className={`py-1.5 ${label === 'Total' ? '' : 'font-normal'}`}>
            {label}
          </th>
          <td className={CELL}>{ledgerCents === null ? null : formatUsd(ledgerCents)}</td>
          <td className={CELL}>{formatUsd(providerCents)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Mismatches = ({ mismatches }: { readonly mismatches: readonly Mismatch[] }) => (
  <div>
    <h4 className="font-semibold text-brass">Not the same</h4>
    <ul className="divide-y divide-bark">
      {mismatches.map((line) => (
        <li key={`${line.group} ${line.code}`} className="py-1.5">
          {line.reservationId === null ? (
            <span className="font-mono text-sm wrap-anywhere">{line.code}</span>
          ) : (
            <Link
              to={`/admin/reservations/${line.reservationId}`}
              className="inline-flex min-h-11 items-center font-mono text-brass hover:underline lg:min-h-0"
            >
              {line.code}
            </Link>
          )}
          <span className="block text-sm text-sand">{mismatchText(line)}</span>
        </li>
      ))}
    </ul>
  </div>
)

function Payouts({ account }: { readonly account: AccountFigures }) {
  const rows = payoutRows(account)
  return rows.length === 0 ? null : (
    <div>
      <h4 className="font-semibold">Payouts</h4>
      <ul className="divide-y divide-bark">
        {rows.map(({ key, text, cents }) => (
          <li key={key} className="flex justify-between gap-3 py-1.5 tabular-nums">
            <span className="min-w-0 text-sm text-sand wrap-anywhere">{text}</span>
            <span className="whitespace-nowrap">{formatUsd(cents)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

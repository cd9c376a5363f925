import type { NightReport, Share } from '#features/close-out/figures/schema.ts'
import type { CloseOut, LaterLine, LockForm, NightLock } from '#features/close-out/schema.ts'
import {
  accountRows,
  isSameAccount,
  mismatchText,
  payoutRows,
  readingText,
} from '#features/payments/provider-account/rules.ts'
import type { AccountFigures } from '#features/payments/provider-account/schema.ts'
import { csvLine } from '#features/reservation-management/list/rules.ts'
import { methodLabel } from '#features/payments/ledger/rules.ts'
import { decimalUsd, formatUsd } from '#lib/money.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { formatMoment, clockAt } from '#lib/venue-time.ts'

export const lockedText = ({ at, actorName }: Pick<NightLock, 'at' | 'actorName'>, now: Date): string =>
  `${actorName} locked this night ${formatMoment(new Date(at), now)}.`

/** `$20.00 missing`, `$5.00 too much`, `exact` */
export const differenceText = (countedCents: number, expectedCents: number): string => {
  const difference = countedCents - expectedCents
  if (difference === 0) return 'exact'
  return difference < 0 ? `${formatUsd(-difference)} missing` : `${formatUsd(difference)} too much`
}

/** Refusal text where the counted cash differs and no note says why; null otherwise. */
export const cashProblem = ({ counted, note }: LockForm, expectedCents: number): string | null =>
  counted === expectedCents || note !== ''
    ? null
    : `The ledger has ${formatUsd(expectedCents)} in cash: ${differenceText(counted, expectedCents)}. Please enter a note that says why.`

const amount = (cents: number) => ({ amount: decimalUsd(cents) })

const shareLines = (title: string, shares: readonly Share[]): string[] =>
  shares.map(({ label, count, cents }) => csvLine([title, label, count, amount(cents)]))

/** The account at the provider beside the ledger. `section` says as of when. */
const accountLines = (section: string, figures: AccountFigures, now: Date): string[] => [
  ...accountRows(figures).flatMap(({ label, ledgerCents, providerCents }) => [
    ...(ledgerCents === null
      ? []
      : [csvLine([section, `${label} by the ledger`, null, amount(ledgerCents)])]),
    csvLine([section, `${label} by the provider`, null, amount(providerCents)]),
  ]),
  ...figures.mismatches.map((line) =>
    csvLine([section, mismatchText(line), line.code, amount(line.providerCents - line.ledgerCents)]),
  ),
  ...payoutRows(figures).map(({ text, cents }) => csvLine([section, text, null, amount(cents)])),
  csvLine([section, readingText(figures, now), null, null]),
]

/** The account as it is by now, where a locked night has it otherwise. */
function accountSinceLock(report: NightReport, account: AccountFigures | undefined, now: Date): string[] {
  if (!account || (report.account && isSameAccount(report.account, account))) return []
  return accountLines('Provider since the lock', account, now)
}

/** `Refund in cash · Ama · Sun, Nov 29, 2:10 PM · Broken bottle` */
const laterText = (it: LaterLine, now: Date): string =>
  [
    `${capitalized(it.kind).replaceAll('_', ' ')} ${methodLabel(it.method)}`.trim(),
    it.actorName,
    formatMoment(new Date(it.movedAt), now),
    it.isForNight ? null : 'for another night',
    it.amountCents === 0 ? 'waived' : null,
    it.reason,
  ]
    .filter((text) => text)
    .join(' · ')

/** The ledger lines and arrivals after the lock, as the screen shows them beside the figures; none where nothing came. */
function linesSinceLock(since: NonNullable<LockOfFile['since']>, now: Date): string[] {
  const { lines, moneyCents, drawerCents, came } = since
  if (lines.length === 0 && came === 0) return []
  const line = (item: string, count: number | null, cents: number | null): string =>
    csvLine(['Since the lock', item, count, cents === null ? null : amount(cents)])
  return [
    line('Money for the night', null, moneyCents),
    line('Cash of that day', null, drawerCents),
    line('Guests who came', came, null),
    ...lines.map((it) => line(laterText(it, now), null, it.amountCents || it.allowanceCents)),
  ]
}

type LockOfFile = NightLock & {
  readonly account?: AccountFigures
  readonly since?: CloseOut['sinceLock']
}

/** The figures as CSV, with the byte order mark by which spreadsheets know UTF-8. */
export function reportCsv(report: NightReport, lock: LockOfFile | null, now: Date): string {
  const { summary, money } = report
  const counted = (label: string, count: number): string => csvLine(['Night', label, count, null])
  const moved = (label: string, cents: number): string => csvLine(['Money', label, null, amount(cents)])
  return `\uFEFF${[
    csvLine(['Section', 'Item', 'Count', 'Amount']),
    csvLine(['Night', 'Date', summary.date, null]),
    ...report.events.map((title) => csvLine(['Night', 'Event', title, null])),
    ...(lock ? [csvLine(['Night', 'Locked by', lock.actorName, null])] : []),
    counted('Parties', summary.parties),
    counted('Covers booked', summary.covers),
    counted('Guests who came', summary.came),
    counted('Tables sold', summary.tablesSold),
    counted('Tables for sale', report.tablesForSale),
    ...report.arrivals.map(({ at, guests }) => csvLine(['Arrivals', clockAt(at), guests, null])),
    moved('Received', money.receivedCents),
    moved('Refunded', -money.refundedCents),
    moved('Disputes lost', -money.disputedCents),
    moved('Cover', money.coverCents),
    moved('From other nights', money.transferredCents),
    moved('Kept for the night', money.keptCents),
    ...shareLines('By zone', report.byZone),
    ...shareLines('By table', report.byTable),
    ...shareLines('By method', report.byMethod),
    ...shareLines('By package', report.byPackage),
    ...shareLines('Cover', report.cover),
    ...shareLines('Comps and discounts', report.allowances),
    csvLine(['No-shows', 'Parties', summary.noShows, null]),
    ...shareLines('No-shows', [{ label: 'Kept', ...report.noShows }]),
    ...shareLines('Cancelled', [{ label: 'Kept', ...report.cancelled }]),
    ...report.promoters.flatMap(({ promoter, listed, heads, paid }) => [
      csvLine(['Promoters', promoter || 'Venue', `${heads} of ${listed}`, null]),
      csvLine(['Promoters', `${promoter || 'Venue'}, paid cover`, paid, null]),
    ]),
    moved('Moved on the day, in cash', report.movedCashCents),
    moved('Moved on the day, by card', report.movedCardCents),
    moved('Moved on the day, online', report.movedOnlineCents),
    ...(report.provider
      ? [
          moved('Online payments by the ledger', report.provider.bookedCents),
          moved('Online payments by the provider', report.provider.providerCents),
        ]
      : []),
    ...(report.account ? accountLines('Provider', report.account, now) : []),
    ...accountSinceLock(report, lock?.account, now),
    ...(lock
      ? [
          moved('Cash counted', lock.cashCountedCents),
          moved('Cash difference', lock.cashCountedCents - lock.cashExpectedCents),
          csvLine(['Money', 'Note', lock.note, null]),
          ...(lock.since ? linesSinceLock(lock.since, now) : []),
        ]
      : []),
  ].join('')}`
}

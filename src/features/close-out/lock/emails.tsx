import type { NightReport } from '#features/close-out/figures/schema.ts'
import type { NightLock } from '#features/close-out/schema.ts'
import {
  accountRows,
  hasAccount,
  mismatchText,
  payoutRows,
  readingText,
} from '#features/payments/provider-account/rules.ts'
import { senderOf } from '#features/venue/rules.ts'
import { formatUsd } from '#lib/money.ts'
import { formatDate, formatMoment } from '#lib/venue-time.ts'
import { countText } from '#lib/text/count.ts'
import {
  Action,
  type Email,
  Facts,
  Paragraph,
  renderEmail,
  Subtitle,
} from '#platform/mail/email-template.tsx'
import { differenceText } from './rules.ts'

type CloseOutMail = {
  readonly venue: Parameters<typeof senderOf>[0]
  readonly report: NightReport
  readonly lock: NightLock
  readonly link: string
  readonly now: Date
}

const SHOWN = 12

type Shares = {
  readonly title: string
  readonly shares: NightReport['byZone']
  readonly isCounted?: boolean
}

const Breakdown = ({ title, shares, isCounted = false }: Shares) =>
  shares.length === 0 ? null : (
    <>
      <Subtitle>{title}</Subtitle>
      <Facts
        facts={shares
          .slice(0, SHOWN)
          .map(
            ({ label, count, cents }) =>
              [isCounted ? `${label} (${count})` : label, formatUsd(cents)] as const,
          )}
      />
    </>
  )

const Promoters = ({ promoters }: Pick<NightReport, 'promoters'>) =>
  promoters.length === 0 ? null : (
    <>
      <Subtitle>Promoters</Subtitle>
      <Facts
        facts={promoters
          .slice(0, SHOWN)
          .map(
            ({ promoter, heads, listed, paid }) =>
              [promoter || 'Venue', `${heads} of ${listed} came, ${paid} paid cover`] as const,
          )}
      />
    </>
  )

const Account = ({ account, now }: Pick<NightReport, 'account'> & { readonly now: Date }) =>
  !account || !hasAccount(account) ? null : (
    <>
      <Subtitle>Online payments at the provider</Subtitle>
      <Facts
        facts={[
          ...accountRows(account).map(
            ({ label, ledgerCents, providerCents }) =>
              [
                label,
                ledgerCents === null
                  ? formatUsd(providerCents)
                  : `${formatUsd(ledgerCents)} in the ledger, ${formatUsd(providerCents)} at the provider`,
              ] as const,
          ),
          ...account.mismatches.slice(0, SHOWN).map((line) => [line.code, mismatchText(line)] as const),
          ...payoutRows(account).map(({ text, cents }) => [formatUsd(cents), text] as const),
        ]}
      />
      <Paragraph>{readingText(account, now)}</Paragraph>
    </>
  )

/** Email with the locked figures of a night, for managers and owners. */
export const closeOutMail = ({ venue, report, lock, link, now }: CloseOutMail): Promise<Email> => {
  const { summary, money } = report
  const date = formatDate(summary.date)
  return renderEmail({
    sender: senderOf(venue),
    reason: `You received this email because ${venue.name} sends the figures of its nights to this address.`,
    subject: `${formatDate(summary.date, 'medium')}: ${formatUsd(money.keptCents)}, ${countText(summary.came, 'guest')}`,
    preview: `${lock.actorName} locked the figures of ${date}.`,
    title: date,
    body: (
      <>
        <Paragraph>
          {lock.actorName} locked the figures of this night {formatMoment(new Date(lock.at), now)}.
        </Paragraph>
        <Facts
          facts={[
            ...(report.events.length > 0 ? [['Events', report.events.join(', ')] as const] : []),
            ['Kept for the night', formatUsd(money.keptCents)],
            ['Guests who came', String(summary.came)],
            ['Covers booked', `${summary.covers} in ${summary.parties} parties`],
            ['Tables sold', `${summary.tablesSold} of ${report.tablesForSale}`],
            ['No-shows', String(summary.noShows)],
            ['Refunded', formatUsd(money.refundedCents)],
            [
              'Cash counted',
              `${formatUsd(lock.cashCountedCents)} (${differenceText(lock.cashCountedCents, lock.cashExpectedCents)})`,
            ],
            ...(lock.note === '' ? [] : [['Note', lock.note] as const]),
          ]}
        />
        <Breakdown title="By method" shares={report.byMethod} />
        <Account account={report.account} now={now} />
        <Breakdown title="By zone" shares={report.byZone} />
        <Breakdown title="Cover" shares={report.cover} isCounted />
        <Breakdown title="Comps and discounts" shares={report.allowances} isCounted />
        <Promoters promoters={report.promoters} />
        <Action href={link} label="Open the close-out" />
      </>
    ),
  })
}

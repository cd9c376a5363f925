import { type Cents, formatUsd } from '#lib/money.ts'
import { type CalendarDate, formatDate, formatMoment } from '#lib/venue-time.ts'
import type {
  AccountFigures,
  AccountGroup,
  AccountSums,
  Mismatch,
  MismatchReason,
  MovementKind,
  NightPayout,
} from './schema.ts'

/** Ledger lines of a night of one payment and group, added up. */
export type LedgerSide = {
  readonly group: AccountGroup
  readonly checkoutId: string
  readonly reservationId: string
  readonly code: string
  readonly amountCents: Cents
  /** The part of it that the provider cannot have listed: refunds that it was not asked for, and lines since the account was read. */
  readonly underWayCents: Cents
}

/** A movement at the provider that belongs to a night. */
export type ProviderSide = {
  readonly id: string
  readonly kind: MovementKind
  /** Null for a payment that the database does not know. */
  readonly checkoutId: string | null
  readonly paymentIntentId: string | null
  readonly reservationId: string | null
  readonly code: string | null
  readonly amountCents: Cents
  readonly feeCents: Cents
  readonly netCents: Cents
  readonly availableOn: CalendarDate
  /** Whether it was taken for a dispute that is not decided: the ledger has a line once it is lost. */
  readonly isHeldBack: boolean
  readonly payout: Omit<NightPayout, 'nightCents'> | null
}

export type Reading = Pick<AccountFigures, 'readAt' | 'failingSince'>

type Sides = {
  readonly ledger: readonly LedgerSide[]
  readonly provider: readonly ProviderSide[]
  readonly reading: Reading
}

const groupOf = (kind: MovementKind): AccountGroup =>
  kind === 'charge' ? 'charges' : kind.startsWith('refund') ? 'refunds' : 'disputes'

const GROUPS = ['charges', 'refunds', 'disputes'] as const satisfies readonly AccountGroup[]

type Amount = { readonly group: AccountGroup; readonly amountCents: Cents }

const total = (cents: readonly Cents[]): Cents => cents.reduce((sum, it) => sum + it, 0)

const sumsOf = (rows: readonly Amount[]): AccountSums => {
  const of = (group: AccountGroup): Cents =>
    total(rows.filter((row) => row.group === group).map(({ amountCents }) => amountCents))
  return { charges: of('charges'), refunds: of('refunds'), disputes: of('disputes') }
}

/** The online money of a night by both, with each payment that does not match. */
export function compareAccount({ ledger, provider, reading }: Sides): AccountFigures {
  const taken = provider.map((row) => ({ ...row, group: groupOf(row.kind) }))
  const unpaid = provider.filter(({ payout }) => payout === null)
  return {
    ...reading,
    ledger: sumsOf(ledger),
    provider: sumsOf(taken),
    feeCents: total(provider.map(({ feeCents }) => feeCents)),
    mismatches: GROUPS.flatMap((group) =>
      mismatchesOf(
        group,
        ledger.filter((row) => row.group === group),
        taken.filter((row) => row.group === group),
      ),
    ),
    payouts: payoutsOf(provider),
    waiting:
      unpaid.length === 0
        ? null
        : {
            cents: total(unpaid.map(({ netCents }) => netCents)),
            availableOn:
              unpaid
                .map(({ availableOn }) => availableOn)
                .toSorted()
                .at(-1) ?? '',
          },
  }
}

function mismatchesOf(
  group: AccountGroup,
  ledger: readonly LedgerSide[],
  provider: readonly ProviderSide[],
): Mismatch[] {
  const byPayment = Map.groupBy(
    provider,
    ({ checkoutId, paymentIntentId, id }) => checkoutId ?? paymentIntentId ?? id,
  )
  const lines = Map.groupBy(ledger, ({ checkoutId }) => checkoutId)
  const payments = [...new Set([...lines.keys(), ...byPayment.keys()])]
  return payments
    .flatMap((payment) => {
      const found = mismatchOf(group, lines.get(payment) ?? [], byPayment.get(payment) ?? [])
      return found ? [found] : []
    })
    .toSorted((a, b) => a.code.localeCompare(b.code))
}

function mismatchOf(
  group: AccountGroup,
  lines: readonly LedgerSide[],
  taken: readonly ProviderSide[],
): Mismatch | null {
  const ledgerCents = total(lines.map(({ amountCents }) => amountCents))
  const providerCents = total(taken.map(({ amountCents }) => amountCents))
  if (ledgerCents === providerCents) return null
  const held = total(taken.filter(({ isHeldBack }) => isHeldBack).map(({ amountCents }) => amountCents))
  const expected = total(lines.map(({ underWayCents }) => underWayCents)) - held
  const codes = new Set([...lines, ...taken].flatMap(({ code }) => (code === null ? [] : [code])))
  return {
    group,
    why: reasonOf(lines.length, taken.length, expected === ledgerCents - providerCents),
    reservationId: [...lines, ...taken].find(({ reservationId }) => reservationId)?.reservationId ?? null,
    // A payment belongs to two reservations after a split.
    code: codes.size > 0 ? [...codes].join(' + ') : (taken[0]?.paymentIntentId ?? taken[0]?.id ?? ''),
    ledgerCents,
    providerCents,
  }
}

function reasonOf(lines: number, taken: number, isUnderWay: boolean): MismatchReason {
  if (isUnderWay) return 'not_settled'
  if (taken === 0) return 'ledger_only'
  return lines === 0 ? 'provider_only' : 'differs'
}

const payoutsOf = (provider: readonly ProviderSide[]): NightPayout[] =>
  [...Map.groupBy(provider, ({ payout }) => payout?.payoutId ?? null)]
    .flatMap(([, rows]) => {
      const payout = rows[0]?.payout
      return payout ? [{ ...payout, nightCents: total(rows.map(({ netCents }) => netCents)) }] : []
    })
    .toSorted((a, b) => a.arrivesOn.localeCompare(b.arrivesOn) || a.payoutId.localeCompare(b.payoutId))

const GROUP_NAMES: Readonly<Record<AccountGroup, string>> = {
  charges: 'Charges',
  refunds: 'Refunds',
  disputes: 'Disputes',
}

/** One row of the comparison. `ledgerCents` is null where the ledger knows nothing of it. */
export type AccountRow = {
  readonly label: string
  readonly ledgerCents: Cents | null
  readonly providerCents: Cents
}

const sumOf = (sums: AccountSums): Cents => total(GROUPS.map((group) => sums[group]))

/** Whether the ledger or the provider has online money of the night. */
export const hasAccount = ({ ledger, provider, mismatches, payouts, waiting }: AccountFigures): boolean =>
  mismatches.length > 0 ||
  payouts.length > 0 ||
  waiting !== null ||
  GROUPS.some((group) => ledger[group] !== 0 || provider[group] !== 0)

/** The sums of a night by both sides, for every place that shows them: the page, the print, the file and the email. */
export function accountRows({ ledger, provider, feeCents }: AccountFigures): AccountRow[] {
  const shown = GROUPS.filter((group) => group === 'charges' || ledger[group] !== 0 || provider[group] !== 0)
  return [
    ...shown.map((group) => ({
      label: GROUP_NAMES[group],
      ledgerCents: ledger[group],
      providerCents: provider[group],
    })),
    { label: 'Total', ledgerCents: sumOf(ledger), providerCents: sumOf(provider) },
    { label: 'Fees', ledgerCents: null, providerCents: -feeCents },
    { label: 'Net', ledgerCents: null, providerCents: sumOf(provider) - feeCents },
  ]
}

const MISMATCH_NAMES: Readonly<Record<AccountGroup, string>> = {
  charges: 'Charge',
  refunds: 'Refund',
  disputes: 'Dispute',
}

/** `Charge, in the ledger only: $50.00` */
export function mismatchText({ group, why, ledgerCents, providerCents }: Mismatch): string {
  const name = MISMATCH_NAMES[group]
  const both = `${formatUsd(ledgerCents)} in the ledger, ${formatUsd(providerCents)} at the provider`
  switch (why) {
    case 'ledger_only':
      return `${name}, in the ledger only: ${formatUsd(ledgerCents)}`
    case 'provider_only':
      return `${name}, at the provider only: ${formatUsd(providerCents)}`
    case 'differs':
      return `${name}, differing: ${both}`
    case 'not_settled':
      return `${name}, not settled yet: ${both}`
  }
}

/** `Paid Tue, Apr 6`, `On its way, expected Tue, Apr 6`, `Failed, was expected Tue, Apr 6: The bank account has been closed.` */
function stateText({ state, arrivesOn, failure }: NonNullable<NightPayout['again']>): string {
  const date = formatDate(arrivesOn, 'medium')
  switch (state) {
    case 'paid':
      return `Paid ${date}`
    case 'on_its_way':
      return `On its way, expected ${date}`
    case 'failed':
      return `Failed, was expected ${date}${failure === null ? '' : `: ${failure}`}`
  }
}

const payoutText = ({ again, ...payout }: NightPayout): string =>
  again === null ? stateText(payout) : `${stateText(payout)} Sent again: ${stateText(again)}`

/** Payouts of the night and what is in none yet, in the words of every place that shows them. */
export const payoutRows = ({
  payouts,
  waiting,
}: Pick<AccountFigures, 'payouts' | 'waiting'>): {
  readonly key: string
  readonly text: string
  readonly cents: Cents
}[] => [
  ...payouts.map((payout) => ({ key: payout.payoutId, text: payoutText(payout), cents: payout.nightCents })),
  ...(waiting
    ? [
        {
          key: 'waiting',
          text: `Not paid out yet, available ${formatDate(waiting.availableOn, 'medium')}`,
          cents: waiting.cents,
        },
      ]
    : []),
]

/** How old the provider's figures are: `As of Sat, Apr 3, 5:45 AM`. */
export function readingText({ readAt, failingSince }: Reading, now: Date): string {
  const asOf =
    readAt === null ? 'The provider was not read yet' : `As of ${formatMoment(new Date(readAt), now)}`
  return failingSince === null
    ? `${asOf}.`
    : `${asOf}. The provider has not answered since ${formatMoment(new Date(failingSince), now)}.`
}

/** Whether the same is known of the account as before, whenever it was read. */
export function isSameAccount(a: AccountFigures, b: AccountFigures): boolean {
  const contentOf = (it: AccountFigures): string =>
    JSON.stringify([
      accountRows(it),
      it.mismatches.map((line) => [line.code, mismatchText(line)]),
      payoutRows(it),
    ])
  return contentOf(a) === contentOf(b)
}

import { COVER_LABELS } from '#features/payments/cover/rules.ts'
import { methodLabel } from '#features/payments/ledger/rules.ts'
import type { AllowanceFigure, CoverFigure, MoneyMethod } from '#features/payments/ledger/schema.ts'
import type { ReservationEntry } from '#features/reservation-management/list/schema.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import type { Cents } from '#lib/money.ts'
import { firstArrivals } from '#features/reservation-management/arrivals/rules.ts'
import { addDays, type CalendarDate } from '#lib/venue-time.ts'
import type { Comparison, NightReport, NightSummary, QuarterHour, Share } from './schema.ts'

/** Guests who came in on a night. */
export type CameIn = { readonly date: CalendarDate; readonly at: Date; readonly guests: number }

/** An arrival or a departure of guests of a party that stands. */
export type Movement = CameIn & {
  readonly partyId: string
  readonly id: string
  readonly kind: 'arrived' | 'left'
  /** They had been counted in as walk-ins before. */
  readonly wereWalkIns: boolean
}

/** Sum of the ledger lines of a night of one kind, method and reservation. */
export type MoneyRow = {
  /** Null for cover of people without a booking. */
  readonly reservationId: string | null
  readonly kind: string
  readonly method: MoneyMethod | null
  readonly amountCents: Cents
  readonly allowanceCents: Cents
  readonly count: number
}

/** A reservation that has ledger lines of the night. */
export type PaidParty = Pick<ReservationEntry, 'id' | 'status' | 'tableNumbers'> & {
  readonly isNoShow: boolean
  /** Zones of its tables, that of the first one first, with the seats of its tables there. */
  readonly zones: readonly { readonly zone: string; readonly seats: number }[]
  readonly lines: readonly { readonly kind: string; readonly label: string; readonly amountCents: Cents }[]
}

/**
 * Divides an amount by weights, to the cent: the largest remainders get the cents that are left, so that the parts add up to
 * the amount. Without any weight the first part gets all.
 */
export function splitCents(cents: Cents, weights: readonly number[]): Cents[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map((_, i) => (i === 0 ? cents : 0))
  const sign = cents < 0 ? -1 : 1
  const exact = weights.map((weight) => (Math.abs(cents) * weight) / total)
  const parts = exact.map(Math.floor)
  const left = Math.abs(cents) - parts.reduce((sum, part) => sum + part, 0)
  const next = exact.map((part, i) => ({ i, rest: part - Math.floor(part) }))
  for (const { i } of next.toSorted((a, b) => b.rest - a.rest || a.i - b.i).slice(0, left))
    parts[i] = (parts[i] ?? 0) + 1
  // Zero has no sign.
  return parts.map((part) => (part === 0 ? 0 : sign * part))
}

const ENTRANCE = 'Entrance'
const NO_TABLE = 'No table'

const labels = new Intl.Collator('en-US', { numeric: true })

/** Adds up parts with one label; the largest amount first. Labels without any money are left out. */
function sharesOf(parts: readonly Share[]): Share[] {
  const groups = Map.groupBy(parts, ({ label }) => label)
  return [...groups]
    .map(([label, all]) => ({
      label,
      count: all.reduce((sum, { count }) => sum + count, 0),
      cents: all.reduce((sum, { cents }) => sum + cents, 0),
    }))
    .filter(({ cents }) => cents !== 0)
    .toSorted((a, b) => b.cents - a.cents || labels.compare(a.label, b.label))
}

const isCover = ({ kind }: Pick<MoneyRow, 'kind'>): boolean => kind.startsWith('cover')

const sum = (rows: readonly MoneyRow[]): Cents =>
  rows.reduce((total, { amountCents }) => total + amountCents, 0)

const tableLabel = (numbers: readonly number[]): string =>
  numbers.length === 0 ? NO_TABLE : capitalized(namedTables(numbers))

/** Money of a party, divided over the lines of its price. */
function packageShares({ lines }: Pick<PaidParty, 'lines'>, cents: Cents): Share[] {
  if (lines.length === 0) return [{ label: 'Without a price list', count: 1, cents }]
  const parts = splitCents(
    cents,
    lines.map(({ amountCents }) => amountCents),
  )
  return lines.map(({ kind, label }, i) => ({
    label: kind === 'table' ? 'Tables' : label,
    count: 1,
    cents: parts[i] ?? 0,
  }))
}

/** Money of a party, divided over the zones of its tables by their seats. The party counts in each of them. */
function zoneShares({ zones }: Pick<PaidParty, 'zones'>, cents: Cents): Share[] {
  if (zones.length === 0) return [{ label: NO_TABLE, count: 1, cents }]
  const parts = splitCents(
    cents,
    zones.map(({ seats }) => seats),
  )
  return zones.map(({ zone }, i) => ({ label: zone, count: 1, cents: parts[i] ?? 0 }))
}

/** A party without money counts beside those that paid only where it was comped: not one that was merged, moved or refunded. */
const isComped = ({ status, isNoShow }: PaidParty, rows: readonly MoneyRow[]): boolean =>
  status !== 'cancelled' &&
  !isNoShow &&
  rows.reduce((total, { allowanceCents }) => total + allowanceCents, 0) > 0

type Breakdown = Pick<NightReport, 'byZone' | 'byTable' | 'byMethod' | 'byPackage' | 'noShows' | 'cancelled'>

/** Breakdowns of the money of a night. Those by zone, table, method and package add up to the same sum. */
export function breakDown(rows: readonly MoneyRow[], parties: readonly PaidParty[]): Breakdown {
  const cover = rows.filter(isCover)
  const ofParty = Map.groupBy(
    rows.filter((row) => !isCover(row)),
    ({ reservationId }) => reservationId,
  )
  const paid = parties
    .map((party) => ({ party, cents: sum(ofParty.get(party.id) ?? []) }))
    .filter(({ party, cents }) => cents !== 0 || isComped(party, ofParty.get(party.id) ?? []))
  const entrance = cover.map(({ amountCents, count }) => ({ label: ENTRANCE, count, cents: amountCents }))
  const leftBehind = (isMeant: (party: PaidParty) => boolean): Omit<Share, 'label'> => {
    const left = paid.filter(({ party, cents }) => isMeant(party) && cents !== 0)
    return { count: left.length, cents: left.reduce((total, { cents }) => total + cents, 0) }
  }
  return {
    byZone: sharesOf([...paid.flatMap(({ party, cents }) => zoneShares(party, cents)), ...entrance]),
    byTable: sharesOf([
      ...paid.map(({ party, cents }) => ({ label: tableLabel(party.tableNumbers), count: 1, cents })),
      ...entrance,
    ]),
    byMethod: sharesOf(
      rows.flatMap(({ method, amountCents, count }) =>
        method === null ? [] : [{ label: METHOD_NAMES[method], count, cents: amountCents }],
      ),
    ),
    byPackage: sharesOf([
      ...paid.flatMap(({ party, cents }) => packageShares(party, cents)),
      ...entrance.map((share) => ({ ...share, label: 'Cover' })),
    ]),
    noShows: leftBehind(({ isNoShow, status }) => isNoShow && status !== 'cancelled'),
    cancelled: leftBehind(({ status }) => status === 'cancelled'),
  }
}

const METHOD_NAMES: Readonly<Record<MoneyMethod, string>> = { online: 'Online', cash: 'Cash', card: 'Card' }

const QUARTER_MS = 15 * 60_000

/** Quarter hours of UTC, which has no hour twice and none that is missing. */
const quarterOf = (at: Date): string =>
  new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS).toISOString()

const arrivalsIn = (movements: readonly Movement[]) =>
  firstArrivals(movements.map(({ at, ...event }) => ({ ...event, happenedAt: at.toISOString() })))

/** Guests of one party who came on a night, each counted once. */
export const guestsWhoCame = (movements: readonly Movement[]): number =>
  arrivalsIn(movements).reduce((total, { guests }) => total + guests, 0)

/**
 * Arrived guests by night and quarter hour, each counted once: all figures of arrivals are their sums. Walk-ins who sat down as a
 * party count when they came in.
 */
export function arrivalsByNight(
  movements: readonly Movement[],
  walkIns: readonly CameIn[],
): ReadonlyMap<CalendarDate, readonly QuarterHour[]> {
  const ofParties = [...Map.groupBy(movements, ({ partyId, date }) => `${partyId} ${date}`).values()].flatMap(
    (events) =>
      arrivalsIn(events)
        .filter(({ wereWalkIns }) => !wereWalkIns)
        .map(({ at, guests }) => ({ date: events[0]?.date ?? '', at: new Date(at), guests })),
  )
  const nights = Map.groupBy([...ofParties, ...walkIns], ({ date }) => date)
  return new Map([...nights].map(([date, came]) => [date, quarterHours(came)]))
}

const quarterHours = (came: readonly CameIn[]): QuarterHour[] =>
  [...Map.groupBy(came, ({ at }) => quarterOf(at))]
    .map(([at, all]) => ({ at, guests: all.reduce((total, { guests }) => total + guests, 0) }))
    .toSorted((a, b) => a.at.localeCompare(b.at))

/** Cover by kind and method, free kinds included; `count` guests. */
export const coverShares = (figures: readonly CoverFigure[]): Share[] =>
  figures.map(({ kind, method, guests, amountCents }) => ({
    label: [COVER_LABELS[kind], ...(method === null ? [] : [methodLabel(method)])].join(', '),
    count: guests,
    cents: amountCents,
  }))

const ALLOWANCE_NAMES: Readonly<Record<string, string>> = { comp: 'Comps', discount: 'Discounts' }

/** Comps and discounts by name. */
export const allowanceShares = (figures: readonly AllowanceFigure[]): Share[] =>
  sharesOf(
    figures.map(({ kind, count, cents }) => ({
      label: ALLOWANCE_NAMES[kind] ?? 'Moved with reservations',
      count,
      cents,
    })),
  )

/** Guests whose cover was comped, and what they would have paid. */
export function compedCover(figures: readonly CoverFigure[]): Share[] {
  const comps = figures.filter(({ waivedCents }) => waivedCents > 0)
  return sharesOf(
    comps.map(({ guests, waivedCents }) => ({ label: 'Comps of cover', count: guests, cents: waivedCents })),
  )
}

const COMPARED_WEEKS = 4

/** The nights that a night is compared with. */
export const comparedDates = (date: CalendarDate): CalendarDate[] =>
  Array.from({ length: COMPARED_WEEKS }, (_, week) => addDays(date, -7 * (week + 1)))

const hasBusiness = (it: NightSummary): boolean => it.parties > 0 || it.came > 0 || it.keptCents !== 0

/** A night beside the same weekday a week ago, and the mean of the last four with business. */
export function compareNights(summaries: readonly NightSummary[], date: CalendarDate): Comparison {
  const before = comparedDates(date)
    .map((earlier) => summaries.find((it) => it.date === earlier))
    .filter((it) => it !== undefined)
  const counted = before.filter(hasBusiness)
  const mean = (of: (it: NightSummary) => number): number =>
    Math.round(counted.reduce((total, it) => total + of(it), 0) / counted.length)
  return {
    weekBefore: before.find((it) => it.date === addDays(date, -7) && hasBusiness(it)) ?? null,
    mean:
      counted.length === 0
        ? null
        : {
            parties: mean((it) => it.parties),
            covers: mean((it) => it.covers),
            came: mean((it) => it.came),
            noShows: mean((it) => it.noShows),
            tablesSold: mean((it) => it.tablesSold),
            keptCents: mean((it) => it.keptCents),
          },
    meanOf: counted.length,
  }
}

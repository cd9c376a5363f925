import { offSaleReason } from '#features/events/rules.ts'
import type { Event } from '#features/events/schema.ts'
import { loadAllEvents } from '#features/events/service.ts'
import type { SeatingChart } from '#features/floor-plan/chart/schema.ts'
import { buildSeatingChart } from '#features/floor-plan/chart/service.ts'
import { changeUntil, keptSeat } from '#features/reservation-management/guest-changes/rules.ts'
import {
  checkGuestChange,
  previewGuestChange,
} from '#features/reservation-management/guest-changes/service.ts'
import {
  findWaiting,
  type WaitingChange,
} from '#features/reservation-management/guest-changes/payments/service.ts'
import { findEvening, listTablesKept } from '#features/reservations/evening/service.ts'
import type { NightReservation } from '#features/reservations/schema.ts'
import { tableNumbersOf } from '#features/reservations/rules.ts'
import { findReservation } from '#features/reservations/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import type { RequestContext } from '#http/context.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { nightText, formatClock, formatDate, wallClock } from '#lib/venue-time.ts'
import { describeChange, type ReviewShown } from './change-copy.ts'
import { FIELD } from './change-fields.ts'
import { readWanted } from './change-query.ts'
import type { ChangeSeatingProps } from './change-seating.tsx'
import { describeWaiting, type WaitingShown } from './waiting-change.tsx'

export type Choice = { readonly value: string; readonly label: string; readonly isChosen: boolean }

/** The page that changes a reservation for a night. */
export type ChangeShown = {
  readonly link: string
  readonly about: string
  /** `Fri, Nov 20, 9:00 PM` */
  readonly until: string
  /** Sentences about the fee or the credit for another night; null without any. */
  readonly fee: string | null
  /** Why nothing can be changed now; null where it can. */
  readonly closed: string | null
  readonly waiting: WaitingShown | null
  readonly seating: ChangeSeatingProps
  readonly packages: readonly (Choice & { readonly price: string; readonly description: string })[]
  /** Why the wanted change is not possible; null without one. */
  readonly problem: string | null
  readonly review: ReviewShown | null
}

type PageInput = { readonly link: string; readonly query: URLSearchParams }

/** Loads what a reservation can be changed to; null where the link names none for a night. */
export async function loadChange(
  deps: RequestContext,
  id: string,
  { link, query }: PageInput,
): Promise<ChangeShown | null> {
  const reservation = await findReservation(deps, id)
  if (!reservation) return null
  const venue = await deps.loadVenue()
  const context = { ...deps, venue }
  const [closed, waiting, events] = await Promise.all([
    checkGuestChange(context, id),
    findWaiting(deps, id),
    loadAllEvents(deps),
  ])
  const isReviewed = query.has(FIELD.review) && closed === null
  const wanted = readWanted(query)
  const preview = isReviewed && wanted.ok ? await previewGuestChange(context, id, wanted.value) : null
  const onSale = events.filter((it) => it.id === reservation.event.id || offSaleReason(it, deps.now) === null)
  const wantedId = wanted.ok ? wanted.value.eventId : undefined
  const isGone = closed === null && wantedId !== undefined && !onSale.some((it) => it.id === wantedId)
  const eventId = isGone ? reservation.event.id : (wantedId ?? reservation.event.id)
  const night = onSale.find((it) => it.id === eventId)
  const chart = night && closed === null ? await buildSeatingChart(deps, night, deps.variant) : null
  const other = (preview?.ok && (await findEvening(deps, id, 'holder'))?.other) || null
  const cover = { before: reservation.event.price, after: night?.price ?? reservation.event.price }
  const tablesKept = other ? await listTablesKept(deps, id, 'holder') : []
  const terms = { venue, booked: reservation, now: deps.now, other, tablesKept, cover }
  const minimumSpendAt = (tableId: string): Cents | null => chart?.details[tableId]?.minimumSpendCents ?? null
  const { date, time } = wallClock(changeUntil({ ...reservation, noticeHours: venue.changeNoticeHours }))
  return {
    link,
    about: aboutOf(reservation),
    until: `${formatDate(date, 'medium')}, ${formatClock(time)}`,
    fee: moveText(venue),
    closed: closed?.text ?? null,
    waiting: describeWaiting(waiting, { isStanding: reservation.status === 'confirmed', now: deps.now }),
    seating: seatingOf(reservation, {
      link,
      query,
      chart,
      onSale,
      eventId,
      waiting,
      isOffSale: night !== undefined && offSaleReason(night, deps.now) !== null,
    }),
    packages: packageChoices(venue.packages, reservation, query),
    problem: closed === null && !wanted.ok ? wanted.reason : problemOf(preview, isGone),
    review: preview?.ok ? describeChange(preview.value, { ...terms, minimumSpendAt }) : null,
  }
}

/** Sentences about what a move to another night costs, and what becomes of a lower price; null where there are none. */
function moveText({
  moveFeeCents,
  creditOnMove,
}: Pick<Venue, 'moveFeeCents' | 'creditOnMove'>): string | null {
  const texts = [
    moveFeeCents > 0
      ? `Moving to another night costs a fee of ${formatUsd(moveFeeCents)}; all other changes cost none.`
      : '',
    creditOnMove ? 'If the other night costs less, you keep the difference as a credit.' : '',
  ].filter(Boolean)
  return texts.length > 0 ? texts.join(' ') : null
}

const NIGHT_GONE = 'That night is no longer on sale.'

/** Why the wanted change is not possible, or is not offered; null where it is. */
function problemOf(
  preview: Awaited<ReturnType<typeof previewGuestChange>> | null,
  isGone: boolean,
): string | null {
  if (preview?.ok === false && !(isGone && preview.reason.why === 'not_for_sale')) return preview.reason.text
  return isGone ? NIGHT_GONE : null
}

type SeatingInput = PageInput & {
  readonly chart: SeatingChart | null
  readonly onSale: readonly Event[]
  readonly eventId: string
  readonly waiting: WaitingChange | null
  readonly isOffSale: boolean
}

/** Party, night and tables to choose from. */
function seatingOf(
  reservation: NightReservation,
  { link, query, chart, onSale, eventId, waiting, isOffSale }: SeatingInput,
): ChangeSeatingProps {
  const { event, guestCount, table } = reservation
  const own = chart?.tables.find((it) => it.tableNumber === table.number)?.id ?? null
  const isOwnNight = eventId === event.id
  const kept = keptSeat(waiting, { eventId: event.id, tableId: own })
  return {
    chartAt: `${link}/change#tables`,
    guests: query.get(FIELD.guests)?.slice(0, 3) ?? String(guestCount),
    nights: onSale.map((it) => ({
      value: it.id,
      label: `${it.title}, ${nightText(it)}${it.id === event.id ? ' (yours)' : ''}`,
      isChosen: it.id === eventId,
    })),
    seated: {
      tableId: isOwnNight ? own : null,
      keptId: kept?.eventId === eventId ? kept.tableId : null,
      guests: guestCount,
      agreedCents: agreedTableCents(reservation),
    },
    // The details of the tables stay on the page of the night.
    chart: chart && { ...chart, details: {} },
    tableId: query.has(FIELD.table) ? query.get(FIELD.table) : own,
    isOffSale,
  }
}

/** The agreed price of the table: its line, or what no line of a package or a fee explains. */
function agreedTableCents({ lines, totalCents }: NightReservation): Cents {
  const sum = (kind: string): Cents =>
    lines.filter((it) => it.kind === kind).reduce((cents, it) => cents + it.amountCents, 0)
  return lines.some((it) => it.kind === 'table') ? sum('table') : totalCents - sum('package') - sum('fee')
}

const aboutOf = ({ event, table }: NightReservation): string =>
  `${event.title}, ${nightText(event)}, ${namedTables(tableNumbersOf(table))}`

type Offered = Awaited<ReturnType<RequestContext['loadVenue']>>['packages']

/** The packages on offer, and those that are booked at the price that was agreed. */
function packageChoices(
  offered: Offered,
  { lines }: NightReservation,
  query: URLSearchParams,
): ChangeShown['packages'] {
  const booked = lines.filter(({ kind }) => kind === 'package')
  const former = booked.flatMap(({ packageKey, label, amountCents }) =>
    packageKey && !offered.some(({ key }) => key === packageKey)
      ? [{ key: packageKey, name: label, description: '', priceCents: amountCents }]
      : [],
  )
  const chosen = query.has(FIELD.packages)
    ? query.getAll(FIELD.package)
    : booked.map(({ packageKey }) => packageKey)
  return [...offered, ...former].map(({ key, name, description, priceCents }) => ({
    value: key,
    label: name,
    description,
    price: formatUsd(booked.find((it) => it.packageKey === key)?.amountCents ?? priceCents),
    isChosen: chosen.includes(key),
  }))
}

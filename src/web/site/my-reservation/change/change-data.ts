import { nightText, offSaleReason } from '#features/events/rules.ts'
import { loadAllEvents } from '#features/events/service.ts'
import { buildSeatingChart } from '#features/floor-plan/chart/service.ts'
import { changeUntil } from '#features/reservation-management/guest-changes/rules.ts'
import {
  checkGuestChange,
  previewGuestChange,
} from '#features/reservation-management/guest-changes/service.ts'
import { findWaiting } from '#features/reservation-management/guest-change-payments/service.ts'
import type { NightReservation } from '#features/reservations/schema.ts'
import { findReservation } from '#features/reservations/service.ts'
import type { RequestContext } from '#http/context.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { formatClock, formatDate, formatMoment, wallClock } from '#lib/venue-time.ts'
import { describeChange, type ReviewShown } from './change-copy.ts'
import { FIELD, readWanted } from './change-query.ts'

export type Choice = { readonly value: string; readonly label: string; readonly isChosen: boolean }

/** The page that changes a reservation for a night. */
export type ChangeShown = {
  readonly link: string
  readonly about: string
  /** `Fri, Nov 20, 9:00 PM` */
  readonly until: string
  /** Why nothing can be changed now; null where it can. */
  readonly closed: string | null
  readonly waiting: { readonly amount: string; readonly until: string; readonly payUrl: string | null } | null
  readonly guests: string
  readonly maxGuests: number
  readonly packages: readonly (Choice & { readonly price: string; readonly description: string })[]
  readonly tables: readonly Choice[]
  readonly nights: readonly Choice[]
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
  const eventId = (wanted.ok ? wanted.value.eventId : undefined) ?? reservation.event.id
  const night = onSale.find((it) => it.id === eventId)
  const chart = night && closed === null ? await buildSeatingChart(deps, night, deps.variant) : null
  const isOwnNight = eventId === reservation.event.id
  const free = (chart?.tables ?? []).filter(
    (it) => it.state === 'available' || (isOwnNight && it.tableNumber === reservation.table.number),
  )
  const { date, time } = wallClock(
    changeUntil({ startsAt: reservation.startsAt, noticeHours: venue.changeNoticeHours }),
  )
  return {
    link,
    about: aboutOf(reservation),
    until: `${formatDate(date, 'medium')}, ${formatClock(time)}`,
    closed: closed?.text ?? null,
    // The payment for a reservation that was cancelled meanwhile would only go back.
    waiting:
      waiting && reservation.status === 'confirmed'
        ? {
            amount: formatUsd(waiting.differenceCents),
            until: formatMoment(waiting.heldUntil, deps.now),
            payUrl: waiting.payUrl,
          }
        : null,
    guests: query.get(FIELD.guests)?.slice(0, 3) ?? String(reservation.guestCount),
    maxGuests: Math.max(1, ...free.map((it) => it.maxGuests)),
    packages: packageChoices(venue.packages, reservation, query),
    tables: free.map((it) => ({
      value: it.id,
      label: `Table ${it.tableNumber}, ${it.location}, up to ${countText(it.maxGuests, 'guest')}, ${formatUsd(it.reservationPriceCents)}${isOwnNight && it.tableNumber === reservation.table.number ? ' (yours)' : ''}`,
      isChosen: query.has(FIELD.table)
        ? query.get(FIELD.table) === it.id
        : it.tableNumber === reservation.table.number,
    })),
    nights: onSale.map((it) => ({
      value: it.id,
      label: `${it.title}, ${nightText(it)}${it.id === reservation.event.id ? ' (yours)' : ''}`,
      isChosen: it.id === eventId,
    })),
    problem: isReviewed && !wanted.ok ? wanted.reason : preview?.ok === false ? preview.reason.text : null,
    review: preview?.ok ? describeChange(preview.value, venue.holdMinutes) : null,
  }
}

const aboutOf = ({ event, table }: NightReservation): string =>
  `${event.title}, ${nightText(event)}, table ${table.number}`

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

import { useEffect, useMemo, useRef, useState } from 'react'
import { offSaleNotice } from '#features/events/rules.ts'
import type { OffSale } from '#features/reservations/schema.ts'
import { TABLE_RESERVED } from '#features/floor-plan/chart/rules.ts'
import type { ChartTable, FloorSnapshot } from '#features/floor-plan/chart/schema.ts'
import { dismissErrors, showToast } from '#ui/toasts/toasts.ts'
import { useIsShown } from '#ui/use-is-shown.ts'
import { quote, refusalCopy } from '#features/holds/rules.ts'
import type { TypedForm } from '#features/holds/booking/schema.ts'
import { findStoredHold, type StoredHold } from './attempts.ts'
import type { BookedEvent, BookingTerms } from './booking-facts.tsx'
import { bookAndPay, type Outcome, payForHold } from './booking-steps.ts'
import { checkForm, type FormRefusal } from './check-form.ts'
import { type ApiError, UNEXPECTED } from '../hold-requests.ts'
import { useOwnTables } from '../use-own-tables.ts'
import { openPaymentTab } from '../payment/payment-tab.ts'

export type Refusal =
  | ({ readonly kind: 'form' } & FormRefusal)
  | ({ readonly kind: 'lost' | 'price' | 'other' } & Notice)
  | ({ readonly kind: 'off_sale' } & OffSaleNotice)

type Options = {
  readonly event: BookedEvent
  readonly terms: BookingTerms
  readonly table: ChartTable
  readonly offSale: OffSale | null
  readonly askFloor: () => Promise<FloorSnapshot | null>
  /** Reloads prices and tables. */
  readonly refresh: () => void
}

type Notice = { readonly title: string; readonly text: string }
/** `canRequest`: a request for a table may still help. */
type OffSaleNotice = Notice & { readonly canRequest: boolean }

export type Booking = {
  /** The hold of this table; null before there is one. */
  readonly hold: StoredHold | null
  /** The browser blocked the tab for the payment page. */
  readonly isBlocked: boolean
  readonly isSending: boolean
  /** Another guest has the table: the text for it. */
  readonly lost: Notice | null
  /** The event is no longer on sale: the text for it. */
  readonly offSale: OffSaleNotice | null
  readonly refusal: Refusal | null
  /** Call `submit` and `pay` synchronously in the click handler: they open a tab. */
  readonly submit: (typed: TypedForm) => Promise<void>
  readonly pay: () => Promise<void>
  /** Returns to the form with the typed values. */
  readonly startAgain: () => void
}

/** State of booking one table: validates the form, places the hold, opens the checkout and maps errors to refusals. */
export function useBooking({ event, terms, table, offSale, askFloor, refresh }: Options): Booking {
  const where = { eventId: event.id, tableId: table.id }
  const [hold, setHold] = useState(() => findStoredHold(where))
  const [isBlocked, setBlocked] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { isSending, runOnce } = useSingleFlight()
  const isShown = useIsShown()
  const tables = useMemo(() => [table], [table])
  const isOwn = useOwnTables(event.id, tables).has(table.id)
  const settling = useSettling(table)
  const takenNotice = useTakenNotice(table.id, askFloor)

  // Adopts a hold that another tab of this browser placed.
  const otherTabHold = isOwn && !hold && !isSending ? findStoredHold(where) : null
  if (otherTabHold) setHold(otherTabHold)

  const isMine = hold !== null || isOwn || isSending
  // Only a stale `held` is ignored. `reserved` cannot be this guest's released hold: another reservation has the table.
  const isUnsettled = settling.isOn && table.state === 'held'
  const isTaken = table.state !== 'available' && !isMine && !isUnsettled

  const reset = (): void => {
    settling.begin()
    setBlocked(false)
    setHold(null)
    setRefusal(null)
  }

  const apply = (outcome: Outcome, tab: Window | null): void => {
    if (outcome.is === 'refused') {
      reset()
      setRefusal(refusalOf(outcome.refusal))
      updateAfter(outcome.refusal, { refresh, askFloor })
    } else {
      setHold(outcome.hold)
      setBlocked(tab === null && outcome.hold.totalCents > 0)
    }
    if (outcome.is !== 'payable') tell(outcome.refusal, isShown.current ? null : table)
  }

  return {
    hold,
    isBlocked,
    isSending,
    lost: refusal?.kind === 'lost' ? refusal : isTaken ? takenNotice : null,
    offSale: refusal?.kind === 'off_sale' ? refusal : noticeOf(offSale),
    refusal,
    async submit(typed) {
      const checked = checkForm(offeredOnly(typed, terms), table.maxGuests)
      if (!checked.ok) return setRefusal({ kind: 'form', ...checked.reason })
      const shownTotalCents = quote(table.reservationPriceCents, terms.packages, checked.value)
      setRefusal(null)
      await runOnce(
        async (tab) => apply(await bookAndPay({ ...checked.value, ...where, shownTotalCents }, tab), tab),
        { opensTab: shownTotalCents > 0 },
      )
    },
    async pay() {
      if (!hold) return
      await runOnce(async (tab) => apply(await payForHold(where, hold, tab), tab), {
        opensTab: hold.totalCents > 0,
      })
    },
    startAgain: reset,
  }
}

const MAKES_PAGE_STALE = new Set([
  'price_changed',
  'sold_out',
  'event_over',
  'unknown_event',
  'unknown_table',
])
const MAKES_FLOOR_STALE = new Set([
  'table_taken',
  'table_unavailable',
  'sold_out',
  'event_over',
  'event_closed',
])
const ENDS_SALE = new Set(['sold_out', 'event_over', 'event_closed', 'not_for_sale', 'unknown_event'])
const LOSES_TABLE = new Set(['table_taken', 'table_unavailable', 'unknown_table'])
/** Errors that the form shows itself and that need no toast. */
const SHOWN_INLINE = new Set([
  'price_changed',
  'too_many_guests',
  'invalid',
  'already_confirmed',
  'payment_processing',
])

/** A guest who closed the dialog, and may look at another table, is told which table a refusal is about. */
function tell({ error, title, text }: ApiError, closed: ChartTable | null): void {
  if (closed) showToast({ title: `Table ${closed.tableNumber}: ${title}`, text, tone: 'bad' })
  else if (!SHOWN_INLINE.has(error)) showToast({ title, text, tone: 'bad' })
}

function refusalOf({ error, title, text, fields }: ApiError): Refusal {
  if (error === 'invalid') return { kind: 'form', title, text, problems: fields ?? {} }
  if (error === 'too_many_guests') return { kind: 'form', title, text, problems: { guestCount: text } }
  if (error === 'price_changed') return { kind: 'price', title, text }
  if (ENDS_SALE.has(error)) return { kind: 'off_sale', title, text, canRequest: error === 'sold_out' }
  return { kind: LOSES_TABLE.has(error) ? 'lost' : 'other', title, text }
}

/**
 * Requests the state of the table when its dialog opens: the chart may be older than it looks. Returns the notice for a
 * table that another guest has.
 */
function useTakenNotice(tableId: string, askFloor: Options['askFloor']): Notice {
  const [wasTaken, setWasTaken] = useState(false)
  useEffect(() => {
    void askFloor().then((snapshot) => {
      const states = new Map(snapshot?.tables)
      setWasTaken((states.get(tableId) ?? 'available') !== 'available')
    })
  }, [tableId, askFloor])
  return wasTaken ? TABLE_RESERVED : refusalCopy('table_taken')
}

const noticeOf = (offSale: OffSale | null): OffSaleNotice | null =>
  offSale && { ...offSaleNotice(offSale), canRequest: offSale === 'sold_out' }

/** Reads anew what a refusal shows to be out of date. */
function updateAfter(
  { error }: ApiError,
  { refresh, askFloor }: Pick<Options, 'refresh' | 'askFloor'>,
): void {
  if (MAKES_PAGE_STALE.has(error)) refresh()
  if (MAKES_FLOOR_STALE.has(error)) void askFloor()
}

/** Drops packages that are no longer offered: a draft may have them, but the form has no box for them. */
const offeredOnly = (typed: TypedForm, { packages }: BookingTerms): TypedForm => ({
  ...typed,
  birthdayPackage: typed.birthdayPackage && packages.some((it) => it.key === 'birthday_shoutout'),
  screenDisplay: typed.screenDisplay && packages.some((it) => it.key === 'screen_display'),
})

/** Ignores a click while the request of an earlier one is pending. */
function useSingleFlight() {
  const [isSending, setSending] = useState(false)
  const busy = useRef(false)
  const runOnce = async (
    work: (tab: Window | null) => Promise<void>,
    // A table that costs nothing needs no payment page.
    { opensTab }: { readonly opensTab: boolean },
  ): Promise<void> => {
    if (busy.current) return
    busy.current = true
    dismissErrors()
    setSending(true)
    try {
      await work(opensTab ? openPaymentTab() : null)
    } catch {
      showToast({ title: UNEXPECTED.title, text: UNEXPECTED.text, tone: 'bad' })
    }
    busy.current = false
    setSending(false)
  }
  return { isSending, runOnce }
}

const SETTLES_AFTER_MS = 3000

/**
 * After a hold was released, the chart may still show it, now as held by another guest. Its `held` is ignored
 * for three seconds and then until it shows the table as available. The server decides on the next request.
 */
function useSettling({ state }: Pick<ChartTable, 'state'>) {
  const [phase, setPhase] = useState<'off' | 'just_begun' | 'waiting'>('off')
  if (phase === 'waiting' && state === 'available') setPhase('off')
  useEffect(() => {
    if (phase !== 'just_begun') return
    const timer = setTimeout(() => setPhase('waiting'), SETTLES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [phase])
  return { isOn: phase !== 'off', begin: () => setPhase('just_begun') }
}

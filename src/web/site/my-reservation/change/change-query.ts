import { GUEST_COUNT } from '#features/holds/booking/schema.ts'
import type { WantedChange } from '#features/reservation-management/guest-changes/schema.ts'
import { PACKAGE_KEYS } from '#features/reservations/package-contents/schema.ts'
import { isId } from '#lib/address.ts'
import { parseField } from '#lib/forms/parse-field.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type CalendarDate, isCalendarDate } from '#lib/venue-time.ts'
import { FIELD } from './change-fields.ts'

type Sent = { get(name: string): unknown; getAll(name: string): readonly unknown[] }

const textOf = (sent: Sent, name: string): string => {
  const value = sent.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

const NOT_OFFERED = 'That table or night does not exist. Please choose one that is shown here.'

/** The wanted change of a query or of a form; a message where a part of it is none. */
export function readWanted(sent: Sent): Result<WantedChange, string> {
  const typed = textOf(sent, FIELD.guests)
  const guests = typed === '' ? undefined : parseField(GUEST_COUNT, typed)
  if (guests && !guests.ok) return no(guests.reason)
  const chosen = sent.getAll(FIELD.package)
  const [tableId, eventId] = [textOf(sent, FIELD.table), textOf(sent, FIELD.event)]
  if ([tableId, eventId].some((it) => it !== '' && !isId(it))) return no(NOT_OFFERED)
  return ok({
    ...(guests ? { guests: guests.value } : {}),
    ...(textOf(sent, FIELD.packages) === ''
      ? {}
      : { packages: PACKAGE_KEYS.filter((it) => chosen.includes(it)) }),
    ...(tableId === '' ? {} : { tableId }),
    ...(eventId === '' ? {} : { eventId }),
  })
}

const numberOf = (sent: Sent, name: string): number => {
  const text = textOf(sent, name)
  return /^\d{1,9}$/.test(text) ? Number(text) : -1
}

const dateOf = (sent: Sent, name: string): CalendarDate | null => {
  const text = textOf(sent, name)
  return isCalendarDate(text) ? text : null
}

/** Version, amounts and date in the request, as the page showed them; none is right where they are missing. */
export const readShown = (sent: Sent) => ({
  version: numberOf(sent, FIELD.version),
  shown: {
    dueCents: numberOf(sent, FIELD.due),
    surplusCents: numberOf(sent, FIELD.surplus),
    isCredit: textOf(sent, FIELD.credit) !== '',
    night: dateOf(sent, FIELD.night),
  },
})

import { dayOf, firstOpenDay, listDays, MAX_GUESTS, readDate, readGuests } from '#features/dining/rules.ts'
import { closedText, refusalProblems } from '#features/dining/texts/rules.ts'
import { DINING_FORM, type DiningDay, type DiningField } from '#features/dining/schema.ts'
import { areTimesOfChoice } from '#features/dining/shown-times/rules.ts'
import { readMonth } from '#features/dining/calendar/rules.ts'
import { listTimesOrNext, loadDiningMonth } from '#features/dining/calendar/service.ts'
import { bookDinner, readBookableVenue } from '#features/dining/service.ts'
import { NO_STAY, promiseOf, promiseText, whenText } from '#features/dining/dinners/rules.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import type { DayOption } from '#features/dining/ui/dinner-choice.tsx'
import { offerDinners } from '#features/waiting-list/offers/service.ts'
import { recordConsent } from '#features/emails/text-messages/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { WRONG } from '#lib/forms/check.ts'
import type { SuccessMessage } from '#lib/forms/hidden-fields.ts'
import { countText } from '#lib/text/count.ts'
import { type CalendarDate, formatDate } from '#lib/venue-time.ts'
import type { RequestContext } from '#http/context.ts'
import { issueFormToken } from '#forms/form-token.ts'
import { type FormResult, handleForm } from '#forms/form-handler.ts'
import { askForTime } from './chosen-time.ts'
import { thankYouPath } from './thank-you-data.ts'
import { DINNER_SUCCESS } from './thank-you-copy.ts'

const DEFAULT_PARTY_SIZE = 2

/** Loader data of the dining form; null where no day in the booking window is open. */
export async function loadDinnerForm(deps: RequestContext, query: URLSearchParams) {
  const venue = await readBookableVenue({ ...deps, venue: await deps.loadVenue() })
  const guests = readNearestSize(query.get('guests'))
  const requested = query.get('date')
  const day = readDay(venue, requested, deps.now)
  const date = day?.state === 'open' ? day.date : firstOpenDay(venue, guests, deps.now)
  if (date === null) return null
  const month = readMonth(venue, { month: query.get('month'), date }, deps.now)
  const [serviceDay, calendar] = await Promise.all([
    listTimesOrNext({ ...deps, venue }, { date, guests }),
    loadDiningMonth({ ...deps, venue }, { month, guests }),
  ])
  const askedTime = query.get('time') ?? ''
  return {
    formToken: issueFormToken(deps, DINING_FORM.name),
    days: dayOptions(venue, deps.now),
    serviceDay,
    calendar,
    known: { time: serviceDay.times.some(({ time }) => time === askedTime) ? askedTime : '' },
    notice:
      [
        sizeNotice(query.get('guests'), guests),
        requested === null || day?.state === 'open' ? '' : noticeOf(day, date),
      ]
        .filter(Boolean)
        .join(' ') || null,
    terms: {
      largePartySize: venue.largePartySize,
      largePartyNoticeHours: venue.dining.largePartyNoticeHours,
      graceMinutes: venue.graceMinutes,
      cancelHours: venue.diningCancelHours,
    },
  }
}

/** Party size that the form shows: the largest one for a larger party, the usual one where the URL names none. */
const readNearestSize = (text: string | null): number =>
  readGuests(text) ?? (Number(text) > MAX_GUESTS ? MAX_GUESTS : DEFAULT_PARTY_SIZE)

function readDay(venue: Venue, text: string | null, now: Date): DiningDay | null {
  const date = readDate(text)
  return date === null ? null : dayOf(venue, date, now)
}

/** Explains why the form shows another party size than the URL names; empty where it is the same. */
const sizeNotice = (requested: string | null, shown: number): string =>
  requested === null || readGuests(requested) !== null
    ? ''
    : `Online we take dinners for up to ${MAX_GUESTS} guests. For more, please call us or plan a private event. These are the times for ${countText(shown, 'guest')}.`

/** Explains why the form shows another day than the URL names. */
function noticeOf(day: DiningDay | null, shown: CalendarDate): string {
  const instead = `These are the times of ${formatDate(shown, 'medium')}.`
  if (day?.state === 'closed') return `${closedText(day)} ${instead}`
  if (day?.state === 'past') return `That day has passed. ${instead}`
  return day
    ? `We do not take dinner reservations that far ahead. ${instead}`
    : `That date does not exist. ${instead}`
}

/** Options of the date field; closed days are labeled. */
export const dayOptions = (venue: Venue, now: Date): DayOption[] =>
  listDays(venue, now).map(({ date, state, reason }) => ({
    value: date,
    label: `${formatDate(date, 'medium')}${state === 'open' ? '' : `, closed${reason ? ` (${reason})` : ''}`}`,
    isOpen: state === 'open',
  }))

/** Handles a submission of the dining form. */
export async function handleDinnerForm(
  deps: RequestContext,
  sent: FormData,
): Promise<FormResult<DiningField>> {
  const { form, plan } = areTimesOfChoice(sent) ? { form: sent, plan: DINING_FORM } : askForTime(sent)
  let success: SuccessMessage = DINNER_SUCCESS
  return handleForm(deps, form, {
    plan,
    async onSubmit({ date, time, guests, name, email, phone, requests, texts }, key) {
      const booked = await bookDinner(
        { ...deps, offerFirst: offerDinners },
        {
          date,
          time,
          guests,
          guestName: name,
          guestEmail: email,
          guestPhone: phone,
          specialRequests: requests,
          key,
          browser: deps.guest.browser,
          address: deps.guest.address,
          network: deps.guest.network,
        },
      )
      if (booked.ok) {
        const { id } = booked.value
        if (texts === 'on') await recordConsent(deps, { subject: 'reservation', id, source: 'guest' })
        success = await successMessageOf(deps, booked.value.id)
        return null
      }
      const { why, serviceDay } = booked.reason
      const venue = await deps.reloadVenue()
      return { ...WRONG, problems: refusalProblems(venue, why, { serviceDay, time }) }
    },
    success: () => success,
  })
}

/** Success toast before the thank-you page: the specified text for a request, else the confirmed time. */
async function successMessageOf(deps: RequestContext, id: string): Promise<SuccessMessage> {
  const [dinner, venue] = await Promise.all([findDinner(deps, id), deps.loadVenue()])
  if (!dinner) return DINNER_SUCCESS
  const to = thankYouPath(deps, id)
  if (promiseOf(dinner) === 'waiting')
    return {
      title: 'Reservation Submitted Successfully',
      text: "We'll contact you shortly to confirm your reservation.",
      to,
    }
  return {
    title: promiseText({ dinner, venue, stay: NO_STAY }, deps.now).title,
    text: `${whenText(dinner)}.`,
    to,
  }
}

/** Sets the guest cookie, so that a repeated submission from the same browser is recognized. */
export const guestCookieHeader = ({ guest }: RequestContext): Record<string, string> =>
  guest.cookie ? { 'Set-Cookie': guest.cookie } : {}

import {
  BUDGET_NAMES,
  CATERING_NAMES,
  DURATION_NAMES,
  EVENT_TYPE_NAMES,
} from '#features/requests/inquiries/rules.ts'
import type { InquiryRequest } from '#features/requests/inquiries/schema.ts'
import type { ApplicationRequest } from '#features/requests/performer-applications/schema.ts'
import type { TableRequest } from '#features/requests/table-requests/schema.ts'
import { countText } from '#lib/text/count.ts'
import { type CalendarDate, formatDate } from '#lib/venue-time.ts'
import type { Fact, RequestKind, RequestStatus } from './schema.ts'

export const STATUS_NAMES: Record<RequestStatus, string> = {
  new: 'New',
  in_touch: 'In touch',
  offered: 'Offered',
  won: 'Won',
  lost: 'Lost',
}

const NO_TEXT = 'No longer kept'

/** Values of identifying details after anonymisation. */
export const ANONYMISED_DETAILS = {
  inquiry: { specialRequirements: null, eventDetails: '' },
  table_request: { note: null },
  application: { experience: NO_TEXT, availability: NO_TEXT, socialMedia: null, additionalInfo: null },
} as const satisfies Record<RequestKind, object>

const SUBJECTS: Record<RequestKind, string> = {
  inquiry: 'Your private event at',
  table_request: 'Your table at',
  application: 'Performing at',
}

/** `mailto:` link for a reply in the staff member's mail program, with the subject filled in. */
export const replyAddress = (kind: RequestKind, email: string, venueName: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(`${SUBJECTS[kind]} ${venueName}`)}`

type Summary = { readonly about: string; readonly facts: readonly Fact[] }

const joined = (words: readonly (string | null | undefined)[]): string =>
  words.filter((word) => word).join(', ')

/** Leaves out empty values. */
const factsOf = (pairs: readonly (readonly [string, string | null | undefined])[]): Fact[] =>
  pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []))

type StoredInquiry = Pick<
  InquiryRequest,
  'eventType' | 'guestCount' | 'selectedDate' | 'budget' | 'eventDetails'
> & {
  readonly duration: NonNullable<InquiryRequest['duration']> | null
  readonly catering: NonNullable<InquiryRequest['catering']> | null
  readonly specialRequirements: string | null
}

export function summariseInquiry(it: StoredInquiry): Summary {
  const guests = it.guestCount === null ? null : countText(it.guestCount, 'guest')
  const date = it.selectedDate && formatDate(it.selectedDate, 'medium')
  return {
    about: joined([EVENT_TYPE_NAMES[it.eventType], guests, date]),
    facts: factsOf([
      ['Event', EVENT_TYPE_NAMES[it.eventType]],
      ['Guests', guests],
      ['Date', it.selectedDate && formatDate(it.selectedDate)],
      ['Budget', it.budget && BUDGET_NAMES[it.budget]],
      ['Duration', it.duration && DURATION_NAMES[it.duration]],
      ['Catering', it.catering && CATERING_NAMES[it.catering]],
      ['Details', it.eventDetails],
      ['Special requirements', it.specialRequirements],
    ]),
  }
}

const PREFERENCES: Record<TableRequest['tablePreference'], string> = {
  regular: 'Regular table',
  vip: 'VIP table',
  booth: 'Booth',
}

type StoredTableRequest = Pick<TableRequest, 'partySize' | 'tablePreference' | 'note'> & {
  readonly eventTitle: string | null
  readonly eventDate: CalendarDate | null
}

export function summariseTableRequest(it: StoredTableRequest): Summary {
  const night = it.eventTitle && joined([it.eventTitle, it.eventDate && formatDate(it.eventDate, 'medium')])
  return {
    about: joined([countText(it.partySize, 'guest'), PREFERENCES[it.tablePreference], night ?? 'any night']),
    facts: factsOf([
      ['Night', night ?? 'Any night'],
      ['Party', countText(it.partySize, 'guest')],
      ['Table', PREFERENCES[it.tablePreference]],
      ['Note', it.note],
    ]),
  }
}

type StoredApplication = Pick<
  ApplicationRequest,
  'performanceType' | 'experience' | 'availability' | 'socialMedia' | 'additionalInfo'
>

export const summariseApplication = (it: StoredApplication): Summary => ({
  about: it.performanceType,
  facts: factsOf([
    ['Performance', it.performanceType],
    ['Experience', it.experience],
    ['Availability', it.availability],
    ['Links', it.socialMedia],
    ['More', it.additionalInfo],
  ]),
})

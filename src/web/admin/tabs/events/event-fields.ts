import { EVENT_CATEGORIES, EVENT_FIELDS } from '#features/events/schema.ts'
import {
  BOOKING_PERCENTAGES,
  type EventFormInput,
  PRICE_RANGES,
  type StaffEvent,
} from '#features/events/management/schema.ts'
import { pick } from '#lib/records.ts'
import { addDays } from '#lib/venue-time.ts'
import type { FieldDescriptor } from '#ui/admin/forms/form-fields.tsx'

export const EVENTS_KEY = ['events', 'list']
export const EVENTS_PATH = '/admin/api/events'

/** Form values of an event: text as typed. */
export type EventFields = EventFormInput

export const CATEGORY_OPTIONS = EVENT_CATEGORIES.map((it) => ({ value: it, label: it }))
export const PERCENTAGE_OPTIONS = BOOKING_PERCENTAGES.map((it) => ({ value: String(it), label: `${it}%` }))

export const TITLE_FIELDS: readonly FieldDescriptor[] = [
  { name: 'title', label: 'Title', kind: 'text', required: true, maxLength: 160 },
  { name: 'category', label: 'Category', kind: 'select', required: true, options: CATEGORY_OPTIONS },
]
export const TIME_FIELDS: readonly FieldDescriptor[] = [
  { name: 'date', label: 'Date', kind: 'text', type: 'date', required: true },
  {
    name: 'startTime',
    label: 'Time',
    kind: 'text',
    hint: 'Before 6 AM counts as the same night',
    type: 'time',
    required: true,
  },
  { name: 'endTime', label: 'End time', kind: 'text', hint: 'Leave empty for 5 AM', type: 'time' },
]
export const DESCRIPTION_FIELDS: readonly FieldDescriptor[] = [
  { name: 'description', label: 'Description', kind: 'area', required: true, maxLength: 5000 },
]
export const PRICE_AND_HOST_FIELDS: readonly FieldDescriptor[] = [
  {
    name: 'price',
    label: 'Price',
    kind: 'text',
    hint: 'As guests read it, such as $20 or Free',
    required: true,
    maxLength: 80,
  },
  {
    name: 'priceRange',
    label: 'Price range',
    kind: 'select',
    required: true,
    options: PRICE_RANGES.map((it) => ({ value: it, label: it })),
  },
  { name: 'host', label: 'Host', kind: 'text', maxLength: 120 },
  { name: 'dj', label: 'DJ', kind: 'text', maxLength: 120 },
  {
    name: 'ticketsUrl',
    label: 'Ticket link',
    kind: 'text',
    hint: 'Only if tickets are sold on another site',
    type: 'url',
    className: 'sm:col-span-2',
    maxLength: 500,
    placeholder: 'https://',
  },
]
export const FLAG_FIELDS: readonly FieldDescriptor[] = [
  { name: 'featured', label: 'Featured', kind: 'check' },
  { name: 'soldOut', label: 'Sold out', kind: 'check' },
]
export const SALE_FIELDS: readonly FieldDescriptor[] = [
  { name: 'tablesForSale', label: 'Tables for sale online', kind: 'check' },
]

export const NEW_EVENT: EventFields = {
  title: '',
  description: '',
  category: 'Nightlife',
  date: '',
  startTime: '21:00',
  endTime: '',
  price: '',
  priceRange: 'moderate',
  host: '',
  dj: '',
  ticketsUrl: '',
  imageId: null,
  featured: false,
  soldOut: false,
  tablesForSale: true,
  bookingPercentage: 0,
}

export function eventFieldsOf(event: StaffEvent): EventFields {
  const form = pick(event, EVENT_FIELDS)
  return {
    ...form,
    imageId: event.picture?.id ?? null,
    endTime: form.endTime ?? '',
    host: form.host ?? '',
    dj: form.dj ?? '',
    ticketsUrl: form.ticketsUrl ?? '',
    // Other shares may be stored than staff can choose.
    bookingPercentage: BOOKING_PERCENTAGES.findLast((it) => it <= form.bookingPercentage) ?? 0,
  }
}

/** Form values of a copy: a week later, not sold out. */
export const copyOf = (event: StaffEvent): EventFields => ({
  ...eventFieldsOf(event),
  date: addDays(event.date, 7),
  soldOut: false,
})

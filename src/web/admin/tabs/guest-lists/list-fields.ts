import type { GuestList, ListedNight } from '#features/guest-lists/schema.ts'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { decimalUsd } from '#lib/money.ts'
import { formatDate } from '#lib/venue-time.ts'
import { RESERVATIONS_KEY } from '../reservations/use-reservation-list.ts'

export const LISTS_PATH = '/admin/api/guest-lists'
export const ENTRIES_PATH = '/admin/api/guest-list-entries'
/** Below the key of the reservations: an event of the server refetches them. */
export const LISTS_KEY = [...RESERVATIONS_KEY, 'guest-lists']

/** Form values of a list: text as typed. */
export type ListFields = {
  readonly eventId: string
  readonly name: string
  readonly promoter: string
  readonly reduced: string
  readonly untilTime: string
  readonly maxGuests: string
  readonly isOpen: boolean
}

export const newList = (nights: readonly ListedNight[]): ListFields => ({
  eventId: nights[0]?.id ?? '',
  name: '',
  promoter: '',
  reduced: '',
  untilTime: '23:00',
  maxGuests: '50',
  isOpen: true,
})

export const fieldsOfList = (list: GuestList): ListFields => ({
  eventId: list.eventId,
  name: list.name,
  promoter: list.promoter,
  reduced: list.reducedCents === null ? '' : decimalUsd(list.reducedCents),
  untilTime: list.untilTime ?? '',
  maxGuests: String(list.maxGuests),
  isOpen: list.isOpen,
})

/** Body of the change that only opens or closes a list. */
export function opened(list: GuestList, isOpen: boolean) {
  const { eventId: _eventId, ...fields } = fieldsOfList(list)
  return { ...fields, isOpen, version: list.version }
}

/** The night of a new list. It never changes afterwards. */
export const nightField = (nights: readonly ListedNight[]): FieldDescriptor => ({
  name: 'eventId',
  label: 'Night',
  kind: 'select',
  required: true,
  options: nights.map(({ id, title, date }) => ({
    value: id,
    label: `${formatDate(date, 'medium')}: ${title}`,
  })),
})

export const LIST_FIELDS: readonly FieldDescriptor[] = [
  {
    name: 'name',
    label: 'Name of the list',
    kind: 'text',
    required: true,
    maxLength: 80,
    hint: 'Guests read it.',
  },
  {
    name: 'promoter',
    label: 'Promoter',
    kind: 'text',
    maxLength: 80,
    hint: 'Empty for a list of the venue.',
  },
  { name: 'reduced', label: 'Each guest pays', kind: 'money', hint: 'In dollars. Empty: free entry.' },
  { name: 'untilTime', label: 'Until', kind: 'text', type: 'time', hint: 'Empty: the whole night.' },
  {
    name: 'maxGuests',
    label: 'At most (guests)',
    kind: 'text',
    inputMode: 'numeric',
    required: true,
    hint: 'All guests of the list together.',
  },
  { name: 'isOpen', label: 'Guests can put themselves on it by its link', kind: 'check' },
]

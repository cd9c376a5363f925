import type { EventForm } from '#features/events/management/schema.ts'

/** A valid event form; `change` overrides single fields. */
export const newEvent = (change: Partial<EventForm> = {}): EventForm => ({
  title: 'Palm Wine Night',
  description: 'Highlife until late.',
  category: 'Nightlife',
  date: '2031-05-02',
  startTime: '21:00',
  endTime: null,
  price: '$20',
  priceRange: 'moderate',
  host: null,
  dj: null,
  ticketsUrl: null,
  imageId: null,
  featured: false,
  soldOut: false,
  tablesForSale: true,
  bookingPercentage: 0,
  ...change,
})

import type { BUDGETS, CATERING, DURATIONS, EVENT_TYPES } from './schema.ts'

/** Labels of the inquiry options, for screens and emails. */
export const EVENT_TYPE_NAMES: Record<(typeof EVENT_TYPES)[number], string> = {
  birthday: 'Birthday',
  corporate: 'Corporate event',
  wedding: 'Wedding',
  anniversary: 'Anniversary',
  graduation: 'Graduation',
  holiday: 'Holiday party',
  'product-launch': 'Product launch',
  networking: 'Networking',
  fundraiser: 'Fundraiser',
  other: 'Other',
}

export const BUDGET_NAMES: Record<(typeof BUDGETS)[number], string> = {
  '2500-5000': '$2,500 – $5,000',
  '5000-10000': '$5,000 – $10,000',
  '10000-25000': '$10,000 – $25,000',
  '25000-50000': '$25,000 – $50,000',
  '50000+': '$50,000 and more',
}

export const DURATION_NAMES: Record<(typeof DURATIONS)[number], string> = {
  '2-hours': '2 hours',
  '3-hours': '3 hours',
  '4-hours': '4 hours',
  '6-hours': '6 hours',
  '8-hours': '8 hours',
  'full-day': 'Full day',
}

export const CATERING_NAMES: Record<(typeof CATERING)[number], string> = {
  'full-service': 'Full service',
  appetizers: 'Appetizers',
  'bar-service': 'Bar service',
  custom: 'Custom menu',
  external: 'External caterer',
  none: 'None',
}

export const guestsText = (count: number): string => (count === 1 ? '1 guest' : `${count} guests`)

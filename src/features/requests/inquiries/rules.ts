/** Inquiry options with their labels, in the order of the forms. */
export const EVENT_TYPE_NAMES = {
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
} as const

export const BUDGET_NAMES = {
  '2500-5000': '$2,500 – $5,000',
  '5000-10000': '$5,000 – $10,000',
  '10000-25000': '$10,000 – $25,000',
  '25000-50000': '$25,000 – $50,000',
  '50000+': '$50,000 and more',
} as const

export const DURATION_NAMES = {
  '2-hours': '2 hours',
  '3-hours': '3 hours',
  '4-hours': '4 hours',
  '6-hours': '6 hours',
  '8-hours': '8 hours',
  'full-day': 'Full day',
} as const

export const CATERING_NAMES = {
  'full-service': 'Full service',
  appetizers: 'Appetizers',
  'bar-service': 'Bar service',
  custom: 'Custom menu',
  external: 'External caterer',
  none: 'None',
} as const

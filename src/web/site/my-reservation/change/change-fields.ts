/** Fields of the form that chooses a change, and of the one that confirms it. */
export const FIELD = {
  guests: 'guests',
  /** Present where the packages were shown: a box that is not ticked sends nothing. */
  packages: 'packages',
  package: 'package',
  table: 'table',
  event: 'event',
  version: 'version',
  due: 'due',
  surplus: 'surplus',
  /** Present where the page said that the surplus stays as a credit. */
  credit: 'credit',
  /** The date after the change. */
  night: 'night',
  review: 'review',
} as const

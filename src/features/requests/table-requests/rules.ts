/** Labels of the table preferences, in the order of the form. */
export const TABLE_PREFERENCE_NAMES = {
  regular: 'Regular table',
  vip: 'VIP table',
  booth: 'Booth',
} as const

export const peopleText = (count: number): string => (count === 1 ? '1 Person' : `${count} People`)

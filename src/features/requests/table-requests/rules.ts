import type { TABLE_PREFERENCES } from './schema.ts'

export const TABLE_PREFERENCE_NAMES: Record<(typeof TABLE_PREFERENCES)[number], string> = {
  regular: 'Regular table',
  vip: 'VIP table',
  booth: 'Booth',
}

export const peopleText = (count: number): string => (count === 1 ? '1 Person' : `${count} People`)

/** `1 hour`, `24 hours`; with a plural of its own `1 party`, `3 parties` */
export const countText = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

/** `table 12`, or `tables 12 + 13` of a party that has several. */
export const namedTables = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'table' : 'tables'} ${numbers.join(' + ')}`

/** `table 12`, or `tables 12 + 13` of a party that has several. */
export const namedTables = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'table' : 'tables'} ${numbers.join(' + ')}`

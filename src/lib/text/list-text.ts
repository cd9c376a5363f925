const LIST = new Intl.ListFormat('en-US')

/** `12`, `12 and 13`, `12, 13, and 14` */
export const listText = (items: readonly (string | number)[]): string => LIST.format(items.map(String))

/** `table 12`, or `tables 12 and 13` of a party that has several: for guests and staff alike. */
export const namedTables = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'table' : 'tables'} ${listText(numbers)}`

const LIST = new Intl.ListFormat('en-US')

/** `12`, `12 and 13`, `12, 13, and 14` */
export const listText = (items: readonly (string | number)[]): string => LIST.format(items.map(String))

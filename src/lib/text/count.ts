/** `1 hour`, `24 hours` */
export const countText = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count} ${noun}s`

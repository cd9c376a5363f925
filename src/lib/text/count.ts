/** `1 hour`, `24 hours`; with a plural of its own `1 party`, `3 parties` */
export const countText = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

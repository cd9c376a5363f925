/** `3 acts of check-in are not sent yet.` */
export const unsentText = (count: number): string =>
  count === 1 ? '1 act of check-in is not sent yet.' : `${count} acts of check-in are not sent yet.`

/** Warning about acts that the device could not store: `2 acts exist on this page only.` */
export const unstoredText = (count: number): string =>
  count === 1 ? '1 act exists on this page only.' : `${count} acts exist on this page only.`

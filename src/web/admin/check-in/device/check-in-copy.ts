/** `3 acts of check-in are not sent yet.` */
export const unsentText = (count: number): string =>
  count === 1 ? '1 act of check-in is not sent yet.' : `${count} acts of check-in are not sent yet.`

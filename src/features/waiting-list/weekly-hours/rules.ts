const TOLD =
  'told by email that the hours have changed and the waiting list has ended. Dinners that are booked stay as they are.'

/** Consequence of other weekly hours for the parties in line for a dinner time that is left out. */
export const endedLinesText = (parties: number): string =>
  parties === 1
    ? `1 party is in line for a dinner time that these hours leave out, or holds an offer of one. It is ${TOLD}`
    : `${parties} parties are in line for a dinner time that these hours leave out, or hold an offer of one. They are ${TOLD}`

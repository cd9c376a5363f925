/** Whether the date exists: 29 February 2027 and the year 0 do not. */
export const isCalendarDate = (text: string): boolean =>
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

/** Time of a clock, such as `21:30`. */
export const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/
export const isWallTime = (text: string): boolean => WALL_TIME.test(text)

/** A venue seeded on a fixed Friday, three hours before its night opens: for tests with a clock of their own. */
export const FRIDAY_TEMPLATE = 'lounge_friday'
/** A venue seeded today: for servers on the real clock. */
export const TODAY_TEMPLATE = 'lounge_today'

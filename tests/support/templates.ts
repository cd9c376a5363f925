/** A venue seeded on a fixed Friday, three hours before the night, for tests with their own clock. */
export const FRIDAY_TEMPLATE = 'lounge_friday'
/** A venue seeded today: for servers on the real clock. */
export const TODAY_TEMPLATE = 'lounge_today'

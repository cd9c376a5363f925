/** A venue opened on a fixed Friday, three hours before the doors of the night: for tests that bring their own clock. */
export const FRIDAY_TEMPLATE = 'lounge_friday'
/** A venue opened today: for servers that go by the real one. */
export const TODAY_TEMPLATE = 'lounge_today'

/**
 * Id of the actor of an event that no person recorded: of the nightly job, and of departures that are recorded because the night
 * ended. It tells them from acts of check-in.
 */
export const SYSTEM_ID = '00000000-0000-0000-0000-000000000000'

/** Id of the close-out where an event needs one. */
export const SYSTEM_ID = '00000000-0000-0000-0000-000000000000'

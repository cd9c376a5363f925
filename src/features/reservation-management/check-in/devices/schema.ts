/** A device with the list of a night, as the server last heard from it. */
export type CheckInDevice = {
  readonly id: string
  readonly name: string
  /** First and last request of the night. */
  readonly firstHeardAt: string
  readonly heardAt: string
  /** Acts that the device had not sent then. */
  readonly unsent: number
  readonly minutesAgo: number
  /** Its last request is minutes old: it may be switched off, or offline with acts that the server does not know. */
  readonly isSilent: boolean
}

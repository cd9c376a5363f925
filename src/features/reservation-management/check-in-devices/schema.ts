/** A device with the list of a night, as the server last heard from it. */
export type CheckInDevice = {
  readonly id: string
  readonly name: string
  readonly heardAt: string
  /** Acts that the device had not sent then. */
  readonly unsent: number
  readonly minutesAgo: number
  /** Its last word is old: it may be switched off, or have no network and acts that the server does not know. */
  readonly isSilent: boolean
}

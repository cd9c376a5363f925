/** A dinner or a night as a reminder email is about it. */
export type ReminderPart = {
  readonly kind: 'dinner' | 'night'
  /** `your dinner`, or the title of the event. */
  readonly title: string
  /** `Fri, Nov 27, 6:30 PM` */
  readonly when: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly guestLink: string
  /** Null where it is too late to change it online. */
  readonly changeLink: string | null
  /** The guest's ways to change or cancel, in words; null without one. */
  readonly changeText: string | null
  /** The guest said that they come. */
  readonly isConfirmed: boolean
}

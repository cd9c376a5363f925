/** Something that happened to a reservation. */
export type Happening = {
  /** In UTC, as the log writes it. */
  readonly at: string
  /** The kind of thing, such as `payment` or `email`; of a line in the log `request`, `job` or `log`. */
  readonly kind: string
  readonly text: string
}

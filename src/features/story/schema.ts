/** Timeline entry of a reservation. */
export type Happening = {
  /** ISO timestamp in UTC, the format of the log. */
  readonly at: string
  /** Source of the entry: `payment`, `email` and so on; `request`, `job` or `log` for a log line. */
  readonly kind: string
  readonly text: string
}

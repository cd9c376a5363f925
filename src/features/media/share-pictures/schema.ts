/** Contents of the picture of a shared page. */
export type ShareSubject = {
  readonly kind: 'events' | 'menu'
  readonly slug: string
  readonly title: string
  /** Date and times, or the price. */
  readonly detail: string
  readonly siteName: string
  readonly pictureId: string | null
}

/** Image as screens use it. Its dimensions reserve the space while it loads, so the layout does not shift. */
export type Picture = {
  readonly id: string
  readonly width: number
  readonly height: number
}

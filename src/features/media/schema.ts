/** A picture as screens use it: where its renditions are, and the size that keeps its place while it loads. */
export type Picture = {
  readonly id: string
  readonly width: number
  readonly height: number
}

import { renditionPath } from '#features/media/rules.ts'
import type { PictureOf } from '#features/floor-plan/table-details/schema.ts'

const SHOWN = { width: 480, format: 'webp' } as const

/** Attributes of a picture of the room. One rendition serves a card and a line of the comparison. */
export const roomPicture: PictureOf = ({ id, width, height }) => ({
  src: renditionPath(id, SHOWN),
  width,
  height,
})

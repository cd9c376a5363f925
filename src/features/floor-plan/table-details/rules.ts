import type { TableDetails } from './schema.ts'

/** Columns of a table's details, for a query of `venueTables as t` and `media as m`. */
export const DETAIL_COLUMNS = [
  'm.id as mediaId',
  'm.width as mediaWidth',
  'm.height as mediaHeight',
  't.included',
  't.minimumSpendCents',
] as const

type DetailRow = Pick<TableDetails, 'included' | 'minimumSpendCents'> & {
  readonly mediaId: string | null
  readonly mediaWidth: number | null
  readonly mediaHeight: number | null
}

/** Replaces the columns of the picture by the picture itself. */
export function withPicture<Row extends DetailRow>({ mediaId, mediaWidth, mediaHeight, ...row }: Row) {
  const isThere = mediaId !== null && mediaWidth !== null && mediaHeight !== null
  return { ...row, picture: isThere ? { id: mediaId, width: mediaWidth, height: mediaHeight } : null }
}

/** Stored image of the room. */
type RoomPicture = { readonly id: string; readonly width: number; readonly height: number }

/** Facts about a table that guests are told beside its seats and price. */
export type TableDetails = {
  /** View of the table or its zone. */
  readonly picture: RoomPicture | null
  readonly included: string | null
  readonly minimumSpendCents: number | null
}

/** Attributes of an image element for a picture of the room. */
export type PictureOf = (picture: RoomPicture) => {
  readonly src: string
  readonly width: number
  readonly height: number
}

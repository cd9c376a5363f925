import * as z from 'zod/mini'
import { line, prose } from '#lib/forms/fields.ts'
import type { Typed } from '#lib/forms/check.ts'
import type { Clash } from '#lib/forms/seen.ts'
import { shapeOf } from '#lib/forms/shapes.ts'

export const PACKAGE_KEYS = ['birthday_shoutout', 'screen_display'] as const
export type PackageKey = (typeof PACKAGE_KEYS)[number]

/** Required content of a package. A package that requires one kind also accepts the other kinds. */
export type ContentNeed = 'none' | 'name' | 'message_or_picture'

/** A booked package with the content the guest has sent so far. */
export type PackageContent = {
  readonly key: PackageKey
  /** Name at the time of booking: `Birthday Shoutout Package`. */
  readonly label: string
  readonly need: ContentNeed
  readonly name: string
  readonly message: string
  readonly hasPicture: boolean
}

/** Name of a field of a package in the form that has all packages of a reservation. */
export const packageField = (key: PackageKey, name: string): string => `${key}.${name}`

/** Largest picture that a guest sends for a package. */
export const MAX_PICTURE_BYTES = 8 * 1024 * 1024
export const MAX_NAME = 80
export const MAX_MESSAGE = 280

export const contentForm = z.strictObject({
  name: shapeOf(line({ what: 'the name', max: MAX_NAME })),
  message: shapeOf(prose({ what: 'the message', max: MAX_MESSAGE })),
})

/** The texts that a guest writes for a package, beside a picture. */
export const WORDS = ['name', 'message'] as const
export type Words = Typed<(typeof WORDS)[number]>
export type WordsClash = Clash<keyof Words>

/** Words of a package as staff enter them for a guest who called or came. Those that are left out stay as they are. */
export const packageWordsForm = z.extend(z.partial(contentForm), { key: z.enum(PACKAGE_KEYS) })
export type PackageWordsForm = z.output<typeof packageWordsForm>

export type ContentRefusal =
  | 'not_found'
  | 'too_late'
  | 'too_often'
  | 'too_large'
  | 'not_a_picture'
  | 'broken_picture'
  | 'no_room'

import * as z from 'zod/mini'
import { digitsOf, formatPhone } from '../phone.ts'
import { tooLongText } from './length.ts'

const MIN_PHONE_DIGITS = 7

/** The longest a field may be: the same figure limits what can be typed and what is taken. */
export const MAX = { name: 120, email: 254, phone: 40, note: 2000, text: 4000 } as const

// Control characters have no place in a name; a line break has one in a request.
// oxlint-disable-next-line no-control-regex -- that is what it is for
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/
// oxlint-disable-next-line no-control-regex
const NO_CONTROLS_BUT_BREAKS = /^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/
export const PLAIN = 'Please use letters, numbers and punctuation only.'

type TextRules = {
  /** What a message calls it: `the name`. */
  readonly what: string
  readonly max: number
  /** What is said where less than `min` characters are left without the spaces around them. */
  readonly missing?: string
  readonly min?: number
}

const checksOf = ({ what, max, missing = '', min = missing ? 1 : 0 }: TextRules) =>
  [
    z.trim(),
    z.minLength(min, missing),
    z.maxLength(max, {
      error: ({ input }) => tooLongText(what, typeof input === 'string' ? input.length : max, max),
    }),
  ] as const

/** One line of text: in any script, without control characters. */
export const line = (rules: TextRules) => z.string().check(...checksOf(rules), z.regex(NO_CONTROLS, PLAIN))

/** Text that may go over several lines. */
export const prose = (rules: TextRules) =>
  z.string().check(...checksOf(rules), z.regex(NO_CONTROLS_BUT_BREAKS, PLAIN))

type Copy = { readonly missing: string; readonly wrong: string }

const EMAIL: Copy = {
  missing: 'Please enter your email address.',
  wrong: 'Please enter an email address such as name@example.com.',
}

export const email = ({ missing, wrong }: Copy = EMAIL) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(MAX.email, `Please keep the email address under ${MAX.email} characters.`),
      z.email(wrong),
    )

const PHONE: Copy = {
  missing: 'Please enter your phone number.',
  wrong: 'Please enter a phone number such as (972) 555-0100.',
}

/** A phone number in any usual way to write one, with an extension or without. It is kept in the one way it is shown. */
export const phone = ({ missing, wrong }: Copy = PHONE) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(MAX.phone, `Please keep the phone number under ${MAX.phone} characters.`),
      z.regex(/^[\d\s()+.\-/]*(?:(?:x|ext\.?|#)\s*\d{1,6})?$/i, wrong),
      z.refine((text) => digitsOf(text).length >= MIN_PHONE_DIGITS, wrong),
    ),
    z.transform(formatPhone),
  )

/** Which version of a record its editor has seen, as the database counts them. */
export const version = z.int().check(z.minimum(0), z.maximum(2_147_483_647))

/** One of the values a field offers. */
export const choice = <const Value extends string>(values: readonly Value[], missing: string) =>
  z.enum(values, missing)

type CountRules = {
  readonly missing: string
  readonly min: number
  readonly max: number
  readonly tooFew: string
  readonly tooMany: string
}

/** A whole number as it is typed: digits and nothing else. */
export const count = ({ missing, min, max, tooFew, tooMany }: CountRules) =>
  z.pipe(
    z.string().check(z.trim(), z.minLength(1, missing), z.regex(/^\d{0,9}$/, missing)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(min, tooFew), z.maximum(max, tooMany))),
  )

/** A field that may be left empty, which is null then. */
export const optional = <Shape extends z.ZodMiniType<unknown, string>>(shape: Shape) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (text.trim() === '' ? null : text)),
    ),
    z.nullable(shape),
  )

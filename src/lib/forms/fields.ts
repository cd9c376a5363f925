import * as z from 'zod/mini'
import { digitsOf, formatPhone } from '../phone.ts'
import { tooLongText } from './length.ts'

const MIN_PHONE_DIGITS = 7

/** Maximum field lengths, used both as `maxlength` of inputs and by the schemas. */
export const MAX = { name: 120, email: 254, phone: 40, note: 2000, text: 4000 } as const

// Control characters are invalid in a name. Multi-line text may contain line breaks.
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/
// oxlint-disable-next-line no-control-regex
const NO_CONTROLS_BUT_BREAKS = /^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/
export const PLAIN = 'Please use letters, numbers and punctuation only.'

export type TextRules = {
  /** The field's name within a message: `the name`. */
  readonly what: string
  readonly max: number
  /** Message when fewer than `min` characters are left after trimming. */
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

/** Single-line text in any script, without control characters. */
export const line = (rules: TextRules) => z.string().check(...checksOf(rules), z.regex(NO_CONTROLS, PLAIN))

/** Multi-line text. */
export const prose = (rules: TextRules) =>
  z.string().check(...checksOf(rules), z.regex(NO_CONTROLS_BUT_BREAKS, PLAIN))

/** Error texts of a field. */
export type FieldCopy = { readonly missing: string; readonly wrong: string }

const EMAIL: FieldCopy = {
  missing: 'Please enter your email address.',
  wrong: 'Please enter an email address such as name@example.com.',
}

export const email = ({ missing, wrong }: FieldCopy = EMAIL) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(MAX.email, `Please keep the email address under ${MAX.email} characters.`),
      z.email(wrong),
    )

const PHONE: FieldCopy = {
  missing: 'Please enter your phone number.',
  wrong: 'Please enter a phone number such as (972) 555-0100.',
}

/** A phone number in any common format, with or without an extension. Parsing normalizes it to the display format. */
export const phone = ({ missing, wrong }: FieldCopy = PHONE) =>
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

/** Row version that an editor loaded, for optimistic locking (a PostgreSQL integer). */
export const version = z.int().check(z.minimum(0), z.maximum(2_147_483_647))

/** One of a fixed set of values. */
export const choice = <const Value extends string>(values: readonly Value[], missing: string) =>
  z.enum(values, missing)

export type CountRules = {
  readonly missing: string
  readonly min: number
  readonly max: number
  readonly tooFew: string
  readonly tooMany: string
}

/** Whole number, typed with digits only. */
export const count = ({ missing, min, max, tooFew, tooMany }: CountRules) =>
  z.pipe(
    z.string().check(z.trim(), z.minLength(1, missing), z.regex(/^\d{0,9}$/, missing)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(min, tooFew), z.maximum(max, tooMany))),
  )

/** Makes a field optional: an empty value becomes null. */
export const optional = <Shape extends z.ZodMiniType<unknown, string>>(shape: Shape) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (text.trim() === '' ? null : text)),
    ),
    z.nullable(shape),
  )

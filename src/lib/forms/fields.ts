/** Maximum field lengths, used both as `maxlength` of inputs and by the rules. */
export const MAX = { name: 120, email: 254, phone: 40, note: 2000, text: 4000 } as const

export const PLAIN = 'Please use letters, numbers and punctuation only.'

export type TextRules = {
  /** The field's name within a message: `the name`. */
  readonly what: string
  readonly max: number
  /** Message when fewer than `min` characters are left after trimming. */
  readonly missing?: string
  readonly min?: number
}

/** Error texts of a field. */
export type FieldCopy = { readonly missing: string; readonly wrong: string }

export type CountRules = {
  readonly missing: string
  readonly min: number
  readonly max: number
  readonly tooFew: string
  readonly tooMany: string
}

type PhoneRules = FieldCopy & {
  /** Least number of characters of the normalized number. */
  readonly minLength?: number
}
type PatternRules = { readonly missing?: string; readonly pattern: RegExp; readonly wrong: string }
/** A limit of a date, and the message for a date beyond it. */
type DateLimit = { readonly date: string; readonly message: string }
type DateRules = FieldCopy & { readonly earliest?: DateLimit; readonly latest?: DateLimit }

type RequiredRules =
  | ({ readonly kind: 'line' | 'prose' } & TextRules)
  | ({ readonly kind: 'email' } & FieldCopy)
  | ({ readonly kind: 'phone' } & PhoneRules)
  | ({ readonly kind: 'count' } & CountRules)
  | ({ readonly kind: 'pattern' } & PatternRules)
  | ({ readonly kind: 'date' } & DateRules)
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly missing: string }

/** Rules of one field as data. `parseField` applies them, in the browser and on the server. */
export type FieldRules = RequiredRules | { readonly kind: 'optional'; readonly of: RequiredRules }

/** Type of a parsed field. */
export type ValueOf<Rules extends FieldRules> = Rules extends {
  readonly kind: 'optional'
  readonly of: infer Of extends FieldRules
}
  ? ValueOf<Of> | null
  : Rules extends { readonly kind: 'count' }
    ? number
    : Rules extends { readonly kind: 'choice'; readonly values: readonly (infer Value)[] }
      ? Value
      : string

/** Single-line text in any script, without control characters. */
export const line = (rules: TextRules) => ({ ...rules, kind: 'line' }) as const

/** Multi-line text. */
export const prose = (rules: TextRules) => ({ ...rules, kind: 'prose' }) as const

const EMAIL: FieldCopy = {
  missing: 'Please enter your email address.',
  wrong: 'Please enter an email address such as name@example.com.',
}

export const email = (copy: FieldCopy = EMAIL) => ({ ...copy, kind: 'email' }) as const

const PHONE: FieldCopy = {
  missing: 'Please enter your phone number.',
  wrong: 'Please enter a phone number such as (972) 555-0100.',
}

/** A phone number in any common format, with or without an extension. Parsing normalizes it to the display format. */
export const phone = (rules: PhoneRules = PHONE) => ({ ...rules, kind: 'phone' }) as const

/** Whole number, typed with digits only. */
export const count = (rules: CountRules) => ({ ...rules, kind: 'count' }) as const

/** Text of a fixed form. */
export const pattern = (rules: PatternRules) => ({ ...rules, kind: 'pattern' }) as const

/** A date of the calendar, such as `2026-12-24`. */
export const date = (rules: DateRules) => ({ ...rules, kind: 'date' }) as const

/** One of a fixed set of values. */
export const choice = <const Value extends string>(values: readonly Value[], missing: string) =>
  ({ kind: 'choice', values, missing }) as const

/** Makes a field optional: an empty value becomes null. */
export const optional = <const Rules extends RequiredRules>(of: Rules) => ({ kind: 'optional', of }) as const

import { isCalendarDate } from '../calendar-date.ts'
import { EXTENSION, formatPhone } from '../phone.ts'
import { no, ok, type Result } from '../result.ts'
import { type CountRules, type FieldRules, MAX, PLAIN, type TextRules, type ValueOf } from './fields.ts'
import { characterCount, tooLongText } from './length.ts'

// Control characters are invalid in a name. Multi-line text may contain line breaks.
const NO_CONTROLS = /^[^\p{Cc}\u2028\u2029]*$/u
const NO_CONTROLS_BUT_BREAKS = /^(?:\P{Cc}|[\n\r])*$/u
/** Email address that mail servers accept in practice: no quotes, no comments, no dot at an end or beside another. */
const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/
/** At least seven digits, and an extension. */
const PHONE = /^(?:[\s()+.\-/]*\d){7}[\d\s()+.\-/]*(?:x\d+)?$/
/** `Tel. ` before a number, and `(cell)` after it. */
const PHONE_LABEL = /^[a-z]+[.:]\s*|\s*\([a-z]+\)$/gi

type Read = Result<string | number | null, string>

/** Applies the rules of a field to its typed text: the parsed value, or the message for the guest. */
export const parseField = <const Rules extends FieldRules>(
  rules: Rules,
  text: string,
): Result<ValueOf<Rules>, string> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `read` returns the value of the kind of its rules
  read(rules, text) as Result<ValueOf<Rules>, string>

function read(rules: FieldRules, text: string): Read {
  const typed = text.trim()
  switch (rules.kind) {
    case 'optional':
      return typed === '' ? ok(null) : read(rules.of, text)
    case 'line':
      return readText(typed, rules, NO_CONTROLS)
    case 'prose':
      return readText(typed, rules, NO_CONTROLS_BUT_BREAKS)
    case 'email':
      if (typed.length > MAX.email) return no(`Please keep the email address under ${MAX.email} characters.`)
      return readMatch(typed, { ...rules, pattern: EMAIL })
    case 'phone':
      return readPhone(typed, rules)
    case 'count':
      return readCount(typed, rules)
    case 'pattern':
      return readMatch(typed, rules)
    case 'date':
      return readDate(typed, rules)
    case 'choice':
      return rules.values.includes(text) ? ok(text) : no(rules.missing)
  }
}

function readText(
  text: string,
  { what, max, missing = '', min = missing ? 1 : 0 }: TextRules,
  allowed: RegExp,
): Read {
  const length = characterCount(text)
  if (length < min) return no(missing)
  if (length > max) return no(tooLongText(what, length, max))
  return allowed.test(text) ? ok(text) : no(PLAIN)
}

type Match = { readonly missing?: string; readonly pattern: RegExp; readonly wrong: string }

function readMatch(text: string, { missing, pattern, wrong }: Match): Read {
  if (text === '' && missing !== undefined) return no(missing)
  return pattern.test(text) ? ok(text) : no(wrong)
}

type RulesOf<Kind> = Extract<FieldRules, { readonly kind: Kind }>

/** Contact apps copy invisible marks with a phone number, long dashes and a label. The database knows extensions as `x12`. */
const plainPhone = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u2010-\u2015\u2212\u00B7]/g, '-')
    .replaceAll(PHONE_LABEL, '')
    .replace(EXTENSION, ' x$1')

function readPhone(pasted: string, { missing, wrong, minLength = 0 }: RulesOf<'phone'>): Read {
  if (pasted.length > MAX.phone) return no(`Please keep the phone number under ${MAX.phone} characters.`)
  const text = plainPhone(pasted)
  const matched = readMatch(text, { missing, wrong, pattern: PHONE })
  if (!matched.ok) return matched
  const formatted = formatPhone(text)
  return formatted.length < minLength ? no(wrong) : ok(formatted)
}

function readCount(text: string, { missing, min, max, tooFew, tooMany }: CountRules): Read {
  if (text === '') return no(missing)
  if (!/^-?\d+$/.test(text)) return no('Please enter a whole number.')
  const number = Number(text)
  if (number < min) return no(tooFew)
  return number > max ? no(tooMany) : ok(number)
}

function readDate(text: string, { missing, wrong, earliest, latest }: RulesOf<'date'>): Read {
  if (text === '') return no(missing)
  if (!isCalendarDate(text)) return no(wrong)
  if (earliest && text < earliest.date) return no(earliest.message)
  return latest && text > latest.date ? no(latest.message) : ok(text)
}

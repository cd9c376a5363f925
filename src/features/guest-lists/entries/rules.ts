import { parseField } from '#lib/forms/parse-field.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { GUESTS_RULES, MAX_ENTRY_GUESTS, NAME_RULES } from './schema.ts'

export type TypedEntry = { readonly guestName: string; readonly guestCount: number }

const TOO_MANY = `At most ${MAX_ENTRY_GUESTS} guests in one entry: write +${MAX_ENTRY_GUESTS - 1} or less.`
const NOT_NEGATIVE = 'Write the guests who come along as +3, without a minus sign.'

/** Parses a line such as `Ama Mensah +3`: the name, and one guest more than it says. */
export function readLine(line: string): Result<TypedEntry, string> {
  const [, name = line, along = '0'] = /^(.*?)[\s,;]*\+\s*(\d{1,9})\s*$/u.exec(line) ?? []
  if (/[\s,;][-−–]\s*\d+\s*$/u.test(line)) return no(NOT_NEGATIVE)
  const guestName = parseField(NAME_RULES, name.replace(/[\s,;+]+$/u, ''))
  if (!guestName.ok) return guestName
  const guestCount = parseField(GUESTS_RULES, String(Number(along) + 1))
  return guestCount.ok ? ok({ guestName: guestName.value, guestCount: guestCount.value }) : no(TOO_MANY)
}

/** Lines of a pasted text, without empty ones and without numbering or bullets in front. */
export const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/u)
    .map((line) => line.replace(/^\s*(?:[-*•]\s+|\d{1,4}[.)]\s+)/u, '').trim())
    .filter((line) => line !== '')

/** The lines of a text from which none of these entries came: an entry stands for one of several lines that are the same. */
export function linesWithout(text: string, entries: readonly TypedEntry[]): string[] {
  const found = entries.map(entryLine)
  return splitLines(text).filter((line) => {
    const read = readLine(line)
    const at = read.ok ? found.indexOf(entryLine(read.value)) : -1
    if (at >= 0) found.splice(at, 1)
    return at < 0
  })
}

/** `Ama Mensah +3`, as it was typed; only the name for a guest who comes alone. */
export const entryLine = ({ guestName, guestCount }: TypedEntry): string =>
  guestCount === 1 ? guestName : `${guestName} +${guestCount - 1}`

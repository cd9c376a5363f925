/*
 * Keeps what opens a reservation, a hold or an invitation out of the log. A token is found by where it stands in an
 * address: it may be percent-escaped, cut short or a character too long, and then no longer looks like one. Its shape is
 * the second net, for a token that stands anywhere else.
 */

const HIDDEN = '[token]'

/** The path segments that a token follows in our addresses. */
const BEFORE_TOKEN = 'my-reservation|stop-reminders|holds?|invitations?'
/** The segments that may follow a token. Any other may be a part of it. */
const AFTER_TOKEN = new Set(['', 'calendar.ics', 'times', 'checkout', 'release'])

// The text may be JSON: a lone backslash belongs to the quote after it.
const REST = String.raw`((?:[^\s"\\]|\\\\)*)`
const ESCAPED = '%(?:25)*'
const IN_PATH = new RegExp(`(?<![a-z0-9])((?:${BEFORE_TOKEN})(?:[/\\\\]|${ESCAPED}(?:2f|5c))+)${REST}`, 'gi')
const IN_QUERY = new RegExp(`\\b(token|session_id)(=|${ESCAPED}3d)${REST}`, 'gi')
const BY_SHAPE = new RegExp(`(?<![\\w%-])(?:[\\w-]|${ESCAPED}[0-9a-f]{2}){43,}`, 'gi')

/** A slug or a hash in lower case may be as long as a token; a token without any capital is one in 10^9. */
const looksLikeToken = (text: string): boolean => /[A-Z%]/.test(text)

/** Replaces whatever stands where a token does, and whatever looks like one. JSON stays JSON. */
export const redactTokens = (text: string): string =>
  text
    .replaceAll(IN_PATH, (_, before: string, rest: string) => before + redactRest(rest))
    .replaceAll(IN_QUERY, `$1$2${HIDDEN}`)
    .replaceAll(BY_SHAPE, (found) => (looksLikeToken(found) ? HIDDEN : found))

/** `abc/times?date=x` as `[token]/times`. */
const redactRest = (rest: string): string =>
  rest === ''
    ? ''
    : [HIDDEN, ...(rest.split(/[?#]/, 1)[0] ?? '').split('/').slice(1).map(knownOrHidden)].join('/')

const knownOrHidden = (segment: string): string => (AFTER_TOKEN.has(segment) ? segment : HIDDEN)

const MAX_PATH = 300
const TOKEN_FOLLOWS = new RegExp(`^(${BEFORE_TOKEN})$`, 'i')

/** The path of a request as it may be logged. It is read as the router reads it: an escaped name of a route is that route. */
export function redactPath(path: string): string {
  const readable = undoEscapes(path)
  const segments = readable.split(/[/\\]/)
  const at = segments.findIndex((it) => TOKEN_FOLLOWS.test(it))
  const first = at < 0 ? -1 : segments.findIndex((it, i) => i > at && it !== '')
  if (first < 0) {
    const redacted = redactTokens(readable)
    return (redacted === readable ? path : redacted).slice(0, MAX_PATH)
  }
  const head = segments.slice(0, first).join('/')
  return [head, HIDDEN, ...segments.slice(first + 1).map(knownOrHidden)].join('/').slice(0, MAX_PATH)
}

const MOST_ESCAPES = 3

/** Undoes percent-escapes of what addresses and tokens are made of, and escapes of escapes. */
function undoEscapes(text: string): string {
  let undone = text
  for (let i = 0; i < MOST_ESCAPES && undone.includes('%'); i += 1)
    undone = undone.replaceAll(/%([2-7][0-9a-f])/gi, (escaped, hex: string) => {
      const character = String.fromCodePoint(Number.parseInt(hex, 16))
      return /[\w%./=~\\-]/.test(character) ? character : escaped
    })
  return undone
}

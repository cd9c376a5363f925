/*
 * Redacts tokens of reservations, holds and invitations, codes of guest lists, and names of devices with passes, before a URL is
 * logged. A token is recognized by its position in the path, because it may be percent-escaped, truncated or one character too long. A
 * second pattern catches tokens anywhere else by their shape.
 */

const HIDDEN = '[token]'

/** Path segments that are followed by a token. The lists of the staff area, such as `guest-lists`, are followed by ids. */
const BEFORE_TOKEN =
  'my-reservation|stop-reminders|(?<!-)lists|list-entry|shared-entry|waiting|v1/devices|holds?|invitations?'
/** Segments that may follow a token. Any other segment is treated as part of it. */
const AFTER_TOKEN = new Set([
  '',
  'calendar.ics',
  'pass.pkpass',
  'google-wallet',
  'registrations',
  'times',
  'checkout',
  'release',
])

// The text may be JSON, where a lone backslash escapes the next quote.
const REST = String.raw`((?:[^\s"\\]|\\\\)*)`
const ESCAPED = '%(?:25)*'
const IN_PATH = new RegExp(`(?<![a-z0-9])((?:${BEFORE_TOKEN})(?:[/\\\\]|${ESCAPED}(?:2f|5c))+)${REST}`, 'gi')
const IN_QUERY = new RegExp(`\\b(token|session_id)(=|${ESCAPED}3d)${REST}`, 'gi')
const BY_SHAPE = new RegExp(`(?<![\\w%-])(?:[\\w-]|${ESCAPED}[0-9a-f]{2}){43,}`, 'gi')

/**
 * A lowercase slug or hash may be as long as a token, so a capital or an escape is required. One token in 10^9 has
 * neither.
 */
const looksLikeToken = (text: string): boolean => /[A-Z%]/.test(text)

/**
 * True for every text in which the patterns above could find something: one pass over a line that holds no token. A run
 * of characters is looked at from its start only.
 */
const MAYBE = new RegExp(`(?<![\\w%-])[\\w%-]{43}|token|session_id|${BEFORE_TOKEN}`, 'i')

/** Replaces everything at a token's position and everything shaped like a token. Valid JSON stays valid. */
export const redactTokens = (text: string): string =>
  MAYBE.test(text)
    ? text
        .replaceAll(IN_PATH, (_, before: string, rest: string) => before + redactRest(rest))
        .replaceAll(IN_QUERY, `$1$2${HIDDEN}`)
        .replaceAll(BY_SHAPE, (found) => (looksLikeToken(found) ? HIDDEN : found))
    : text

/** `abc/times?date=x` as `[token]/times`. */
const redactRest = (rest: string): string =>
  rest === ''
    ? ''
    : [HIDDEN, ...(rest.split(/[?#]/, 1)[0] ?? '').split('/').slice(1).map(knownOrHidden)].join('/')

const knownOrHidden = (segment: string): string => (AFTER_TOKEN.has(segment) ? segment : HIDDEN)

const MAX_PATH = 300
const TOKEN_FOLLOWS = new RegExp(`^(${BEFORE_TOKEN})$`, 'i')

/**
 * Redacted path of a request for the log. It is decoded as the router does, so that an escaped route name still
 * matches.
 */
export function redactPath(path: string): string {
  if (!path.includes('%') && !MAYBE.test(path)) return path.slice(0, MAX_PATH)
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

/** Decodes percent-escapes of URL and token characters, including doubly escaped ones. */
function undoEscapes(text: string): string {
  let undone = text
  for (let i = 0; i < MOST_ESCAPES && undone.includes('%'); i += 1)
    undone = undone.replaceAll(/%([2-7][0-9a-f])/gi, (escaped, hex: string) => {
      const character = String.fromCodePoint(Number.parseInt(hex, 16))
      return /[\w%./=~\\-]/.test(character) ? character : escaped
    })
  return undone
}

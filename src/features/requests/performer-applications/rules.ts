/** Performer categories in display order. */
export const PERFORMER_CATEGORIES = [
  'Musicians',
  'Singers',
  'Poets',
  'Comedians',
  'Acoustic Performers',
  'Jazz Bands',
  'R&B Vocalists',
  'Soul Artists',
  'Spoken Word Poets',
  'Instrumentalists',
  'Live Painters',
  'Storytellers',
  'Classical Duos',
  'Cultural Dancers',
  'Lounge DJs',
  'Saxophonists',
  'Violinists',
  'Open Mic Performers',
] as const

/** Part of a text, with the URL it links to if it is a web address. */
export type TextPart = { readonly text: string; readonly href: string | null }

/** Splits free text into parts and turns web addresses into links. */
export const linkedParts = (text: string): TextPart[] =>
  text
    .split(/([\s,;]+)/)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, href: readLink(part) }))

/** URL of a word; null if it is no web address. The address is parsed, never requested. */
function readLink(word: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(word) ? word : `https://${word}`
  if (word.startsWith('@') || !URL.canParse(address)) return null
  const { protocol, hostname, username, password, href } = new URL(address)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  // Requires a top-level domain: bare IP addresses and names in a private network get no link.
  return isWeb && !username && !password && /^[^.].*\.[a-z][a-z0-9-]*$/i.test(hostname) ? href : null
}

/** Whom the house is looking for, in the order in which it says so. */
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

/** A word of a text, with the address it leads to where it is a web address. */
export type TextPart = { readonly text: string; readonly href: string | null }

/** Free text in parts: what looks like a web address becomes a link, everything else stays as it was typed. */
export const linkedParts = (text: string): TextPart[] =>
  text
    .split(/([\s,;]+)/)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, href: readLink(part) }))

/** The address a word stands for; null where it is none. It is read, never visited. */
function readLink(word: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(word) ? word : `https://${word}`
  if (word.startsWith('@') || !URL.canParse(address)) return null
  const { protocol, hostname, username, password, href } = new URL(address)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  // A name with a dot and letters at its end: no machine of a network at home, and no bare number.
  return isWeb && !username && !password && /^[^.].*\.[a-z][a-z0-9-]*$/i.test(hostname) ? href : null
}

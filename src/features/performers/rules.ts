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

const MAX_LINKS = 10

/**
 * The web addresses in what a performer typed, one or several; null where something is none. They are read, never
 * visited.
 */
export function readLinks(text: string): string[] | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  if (words.length > MAX_LINKS) return null
  const links = words.map(readLink)
  return links.every((link) => link !== null) ? links : null
}

function readLink(word: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(word) ? word : `https://${word}`
  if (!URL.canParse(address)) return null
  const { protocol, hostname, username, password, href } = new URL(address)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  // A name with a dot and letters at its end: no machine of a network at home, and no bare number.
  return isWeb && !username && !password && /^[^.].*\.[a-z][a-z0-9-]*$/i.test(hostname) ? href : null
}

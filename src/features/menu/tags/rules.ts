/** Tags that the filter of the menu reads, in the order in which a dish shows them. Staff may add tags of their own. */
export const KNOWN_TAGS = [
  'vegetarian',
  'vegan',
  'gluten-free',
  'dairy-free',
  'contains-nuts',
  'halal',
  'spicy',
] as const
export type KnownTag = (typeof KNOWN_TAGS)[number]

/** Tags of a dish: those of the list, and the others as text. */
export type DishTags = { readonly known: readonly KnownTag[]; readonly others: string }

const knownTag = (word: string): KnownTag | undefined =>
  KNOWN_TAGS.find((tag) => tag === word.toLowerCase().replaceAll(/\s+/g, '-'))

const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** Splits `Vegan, contains nuts, kosher` into the tags `vegan`, `contains-nuts` and the text `kosher`. */
export function splitTags(text: string): DishTags {
  const words = wordsOf(text)
  return {
    known: KNOWN_TAGS.filter((tag) => words.some((word) => knownTag(word) === tag)),
    others: words.filter((word) => !knownTag(word)).join(', '),
  }
}

/** Joins tags as the form submits them, each known one once. */
export function joinTags({ known, others }: DishTags): string {
  const typed = splitTags(others)
  const all = KNOWN_TAGS.filter((tag) => known.includes(tag) || typed.known.includes(tag))
  return [...all, ...wordsOf(typed.others)].join(', ')
}

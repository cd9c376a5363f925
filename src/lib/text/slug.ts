const MAX_SLUG = 120

/** URL slug of a name: `Crème Brûlée` becomes `creme-brulee`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replaceAll(/^-+|-+$/g, '')
  return slug || 'item'
}

/** The slug, or the first free one of `slug-2`, `slug-3`, …. */
export function freeSlug(slug: string, taken: readonly string[]): string {
  if (!taken.includes(slug)) return slug
  for (let count = 2; ; count += 1) if (!taken.includes(`${slug}-${count}`)) return `${slug}-${count}`
}

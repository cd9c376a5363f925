const MAX_SLUG = 120

/** A name as it stands in an address: `Crème Brûlée` as `creme-brulee`. */
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

/** The slug, or the first of `slug-2`, `slug-3`, … that nobody has. */
export function freeSlug(slug: string, taken: readonly string[]): string {
  if (!taken.includes(slug)) return slug
  for (let count = 2; ; count += 1) if (!taken.includes(`${slug}-${count}`)) return `${slug}-${count}`
}

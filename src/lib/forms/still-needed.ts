/** `Still needed: full name, email and phone` for the labels of empty fields; null if there are none. */
export function stillNeeded(labels: readonly string[]): string | null {
  const names = labels.map((label) => label.toLowerCase())
  const last = names.at(-1)
  if (last === undefined) return null
  return `Still needed: ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last}`
}

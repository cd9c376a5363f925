/** Props of an island, from the JSON that follows it in the page. */
export function readProps(island: Element): Readonly<Record<string, unknown>> {
  const data: unknown = JSON.parse(island.nextElementSibling?.textContent ?? '{}')
  return typeof data === 'object' && data !== null ? { ...data } : {}
}

/**
 * An https URL as it is stored, with its scheme in lower case. Null for any other text, and for a URL with a user name or a
 * password, which disguise the host that it leads to.
 */
export function readHttpsUrl(text: string): string | null {
  if (/[\s\\]/.test(text) || !/^https:\/\/[^/]/i.test(text) || !URL.canParse(text)) return null
  const { username, password } = new URL(text)
  return username === '' && password === '' ? `https${text.slice('https'.length)}` : null
}

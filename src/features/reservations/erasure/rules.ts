/**
 * A text without another one that a merge added to it: the text of a merged guest stands on lines of its own. What staff have
 * changed since is theirs and stays.
 */
export function withoutText(whole: string, part: string): string {
  if (part === '') return whole
  return `\n${whole}\n`.replace(`\n${part}\n`, () => '\n').slice(1, -1)
}

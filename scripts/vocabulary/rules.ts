/** One retired word: the pattern that finds it, phrases in which it is allowed, the term to use. */
export interface WordRule {
  readonly name: string
  readonly pattern: RegExp
  readonly allowed?: RegExp
  readonly use: string
  /** Parts of a file that the rule reads; identifiers are part of `code`. All parts where left out. */
  readonly only?: readonly Part[]
  /** Paths that the rule does not read. */
  readonly except?: RegExp
}

export type Part = 'path' | 'comment' | 'code' | 'text' | 'docs'

/** Patterns meet text whose camelCase, snake_case and kebab-case identifiers were split into words. */
export const WORD_RULES: readonly WordRule[] = [
  {
    name: 'house',
    pattern: /\bhouses?\b/gi,
    allowed:
      /\bby[\s*/]+the[\s*/]+house\b|\bhouse (?:table )?blocks?\b|\bon the house\b|\bfull house\b|\bdeep house\b/gi,
    use: 'server, app or venue',
  },
  { name: 'desk', pattern: /\bdesks?\b/gi, use: 'admin, dashboard or staff area' },
  { name: 'front door', pattern: /\bfront doors?\b/gi, use: 'request entry' },
  {
    name: 'door',
    pattern: /(?<!front )\bdoors?\b/gi,
    allowed:
      /\bat[\s*/]+(?:(?:the|a)[\s*/]+)?doors?\b|\bthe[\s*/]+doors\b|\bdoors open\b|\bdoor (?:staff|list|scan|price)\b|\badmin\/door\b|'door'|\bdoor: |\*\*door\*\*|\| door \||\bto=door\b/gi,
    use: 'entry point, sign-in page or route ("at the door" of the venue stays)',
    except: /^db\/seed\/posters\//,
  },
  {
    name: 'letter',
    pattern: /\bletters?\b/gi,
    // The alphabet, typography and the size of paper.
    allowed: /\b(?:capital|small) letters\b|\bletter[- ][Ss]pacing\b|['"]Letter['"]/g,
    use: 'email',
  },
  { name: 'takings', pattern: /\btakings\b/gi, use: 'revenue' },
  { name: 'programme', pattern: /\bprogrammes?\b/gi, use: 'events, or program' },
  {
    name: 'kept page',
    pattern: /\b(?:kept pages?|keep rules|keepable)\b/gi,
    use: 'cached page, cache rules',
  },
  {
    name: 'rounds',
    pattern:
      /\b(?:the|its|these|nightly|create|reminder|make|makes|made) rounds\b|\brounds\/(?=service|store|rules)/gi,
    use: 'reminders (emails) or coalesced refresh (events)',
  },
  { name: 'crime', pattern: /\bcrimes?\b/gi, use: 'violation' },
  { name: 'import law', pattern: /\bimport laws?\b|\bthe law of\b/gi, use: 'import rules' },
  { name: 'bin', pattern: /\b[Tt]he bin\b|\bbinned\b/g, use: 'trash', only: ['comment'] },
  {
    name: 'whoever',
    pattern: /\b(?:who|whom)ever\b|\b(?:somebody|nobody)(?:['’]s)?\b/gi,
    use: 'guest, staff member, client, caller, server or process',
    only: ['comment', 'docs'],
  },
]

/** A comment that begins so names its subject last; it is turned round: subject, verb, object. */
export const BEGINS = /^(?:What|Whatever|Who|Whoever|Whom|Whose|Where|Wherever|How (?:long|soon|many|much))\b/

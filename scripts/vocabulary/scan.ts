import { BEGINS, WORD_RULES, type Part, type WordRule } from './rules.ts'

export interface Violation {
  readonly path: string
  readonly line: number
  readonly word: string
  readonly use: string
}

interface Piece {
  readonly part: Part
  readonly line: number
  readonly text: string
}

const TOKENS = {
  script:
    /(?<comment>\/\*[\s\S]*?\*\/|(?<![:\w'"`])\/\/[^\n]*)|(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)/g,
  sql: /(?<comment>--[^\n]*)|(?<text>'[^'\n]*')/g,
  css: /(?<comment>\/\*[\s\S]*?\*\/)|(?<text>"[^"\n]*")/g,
}

/** Comments, strings and code of one file. It reads tokens, not syntax: fast, and exact enough to find words. */
function pieces(path: string, source: string): readonly Piece[] {
  if (/\.(?:md|example)$/.test(path)) return [{ part: 'docs', line: 1, text: source }]
  const tokens = path.endsWith('.sql') ? TOKENS.sql : path.endsWith('.css') ? TOKENS.css : TOKENS.script
  const found: Piece[] = []
  let end = 0
  let line = 1
  const add = (part: Part, text: string): void => {
    if (text.trim()) found.push({ part, line, text })
    line += text.split('\n').length - 1
  }
  for (const match of source.matchAll(tokens)) {
    add('code', source.slice(end, match.index))
    add(match.groups?.comment === undefined ? 'text' : 'comment', match[0])
    end = match.index + match[0].length
  }
  add('code', source.slice(end))
  return found
}

/** Splits `tableBlock`, `table_block` and `table-block` into two words each. */
const splitIdentifiers = (text: string): string =>
  text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_-](?=\w)/g, ' ')

function hits(
  { part, line, text }: Piece,
  { only, pattern, allowed }: WordRule,
): [line: number, word: string][] {
  if (only && !only.includes(part)) return []
  const split = splitIdentifiers(text)
  const rest = allowed ? split.replaceAll(allowed, (it) => it.replaceAll(/[^\n]/g, ' ')) : split
  return [...rest.matchAll(pattern)].map((it) => [
    line + rest.slice(0, it.index).split('\n').length - 1,
    it[0],
  ])
}

/** Joins line comments that follow each other, so that each begins once. */
function comments(parts: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = []
  let next = -1
  for (const it of parts.filter(({ part }) => part === 'comment')) {
    const continues = it.text.startsWith('//') && it.line === next
    if (!continues) joined.push(it)
    next = it.text.startsWith('//') ? it.line + 1 : -1
  }
  return joined
}

const words = (comment: string): string => comment.replace(/^(?:\/\*+|\/\/|--)[\s*]*/, '').trimStart()

/** Words of the private vocabulary in one file, and comments that begin with a question word. */
export function violations(path: string, source: string): readonly Violation[] {
  const parts: readonly Piece[] = [{ part: 'path', line: 1, text: path }, ...pieces(path, source)]
  const texts = path.startsWith('tests/') ? parts : parts.filter(({ part }) => part !== 'text')
  const found = WORD_RULES.filter((rule) => !rule.except?.test(path)).flatMap((rule) =>
    texts.flatMap((piece) =>
      hits(piece, rule).map(([line, word]): Violation => ({ path, line, word, use: rule.use })),
    ),
  )
  const openings = comments(parts).flatMap(({ line, text }): Violation[] => {
    const word = BEGINS.exec(words(text))?.[0]
    return word ? [{ path, line, word: `${word} …`, use: 'a sentence that begins with its subject' }] : []
  })
  return [...found, ...openings].toSorted((a, b) => a.line - b.line)
}

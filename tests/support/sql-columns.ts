/** Stands in a statement for a value or for SQL that is known only at run time. */
export const PLACEHOLDER = '¤'

export type Column = {
  /** Null if the statement does not name the column, for example `*` or an expression without an alias. */
  readonly name: string | null
  /** Keys of the JSON objects that the column holds; null if it holds none. */
  readonly jsonKeys: readonly string[] | null
  readonly text: string
}

type Token = { readonly text: string; readonly start: number; readonly depth: number }

const TOKENS = /'(?:[^']|'')*'|"[^"]*"|[a-z_]\w*|[^\s]/gi
const END_OF_LIST = /^(?:from|where|union|intersect|except|group|having|window|order|limit|offset|for|into)$/i
const COLUMN = /^(?:\w+\.)?("[^"]+"|[a-z_]\w*)$/i
const ALIAS = /\bas\s+("[^"]+"|[a-z_]\w*)$/i
/** PostgreSQL names the column of a call after its function. */
const CALL = /^(?:\w+\.)?([a-z_]\w*)\s*(?=\()/i
const JSON_OBJECT = /\bjsonb?_build_object\s*\(/i

function tokensOf(sql: string): Token[] {
  let depth = 0
  return [...sql.matchAll(TOKENS)].map(({ 0: text, index: start }) => {
    if (text === ')' || text === ']') depth -= 1
    const token = { text, start, depth }
    if (text === '(' || text === '[') depth += 1
    return token
  })
}

/** Splits a list at the commas that stand outside of parentheses. */
function splitList(list: string): string[] {
  const commas = tokensOf(list).flatMap((it) => (it.text === ',' && it.depth === 0 ? [it.start] : []))
  return [...commas, list.length]
    .map((end, index) => list.slice(index === 0 ? 0 : (commas[index - 1] ?? 0) + 1, end).trim())
    .filter((item) => item !== '')
}

/** Text between the parenthesis that opens at a position and the one that closes it. */
function insideParentheses(text: string, open: number): string {
  const tokens = tokensOf(text.slice(open))
  const close = tokens.find((it, index) => index > 0 && it.depth === 0)
  return text.slice(open + 1, open + (close?.start ?? text.length))
}

function jsonKeysOf(expression: string): string[] | null {
  const found = JSON_OBJECT.exec(expression)
  if (!found) return null
  const pairs = splitList(insideParentheses(expression, found.index + found[0].length - 1))
  return pairs.filter((_, index) => index % 2 === 0).map((key) => key.replaceAll("'", ''))
}

const unquoted = (name: string): string => (name.startsWith('"') ? name.slice(1, -1) : name.toLowerCase())

function calledFunction(text: string): RegExpExecArray | null {
  const call = CALL.exec(text)
  const isWhole = call && insideParentheses(text, call[0].length).length + call[0].length + 2 === text.length
  return isWhole ? call : null
}

export function columnOf(text: string): Column {
  const [, name] = ALIAS.exec(text) ?? COLUMN.exec(text) ?? calledFunction(text) ?? []
  return { name: name === undefined ? null : unquoted(name), jsonKeys: jsonKeysOf(text), text }
}

/** Columns that a statement returns: those of `returning`, or else of the first `select` outside of parentheses. */
export function columnsOf(sql: string): Column[] {
  const statement = sql.replaceAll(/--.*$|\/\*[^]*?\*\//gm, '')
  const top = tokensOf(statement).filter((it) => it.depth === 0)
  const start =
    top.findLast((it) => /^returning$/i.test(it.text)) ?? top.find((it) => /^select$/i.test(it.text))
  if (!start) return []
  const rest = top.slice(top.indexOf(start) + 1)
  // `is distinct from` compares two values, and a column can be named `limit`.
  const end = rest.find(
    ({ text }, index) => END_OF_LIST.test(text) && !/^(?:distinct|as)$/i.test(rest[index - 1]?.text ?? ''),
  )
  const list = statement.slice(start.start + start.text.length, end?.start ?? statement.length)
  return splitList(list.replace(/^\s*distinct\s+(?:on\s*\([^)]*\))?/i, '')).map(columnOf)
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const DIRECTORY = 'db/migrations'
/** The last migration before the product was first deployed. */
const BEFORE_ANYBODY_SERVED = '0019'
/** A comment in the file that says why the older version can keep serving. */
const MARK = /^-- while serving: \S/m

const RISKS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['drops a column', /\bdrop\s+column\b/i],
  ['drops a table', /\bdrop\s+table\b/i],
  ['drops a function', /\bdrop\s+function\b/i],
  ['renames', /\brename\s+(to|column)\b/i],
  ['changes a type', /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i],
  ['forbids null', /\balter\s+column\s+\S+\s+set\s+not\s+null\b/i],
  [
    'adds a column that older writers do not fill',
    /\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
  ],
  ['checks all rows under a lock', /\badd\s+constraint\b(?![^;]*\bnot\s+valid\b)/i],
  ['makes an index under a lock', /\bcreate\s+(unique\s+)?index\b(?!\s+concurrently)/i],
  ['empties a table', /\btruncate\b/i],
]

/** Statements that the version before may not survive. Tables that the migration creates itself carry no risk. */
function risksOf(sql: string): string[] {
  const own = [...sql.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(
    ([, name = '']) => name,
  )
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .filter((it) => !own.some((name) => new RegExp(`\\b(on|table)\\s+${name}\\b`, 'i').test(it)))
  return RISKS.filter(([, pattern]) => statements.some((it) => pattern.test(it))).map(([what]) => what)
}

test('each migration has a number of its own, by which they are applied in order', async () => {
  const numbers = (await readdir(DIRECTORY)).map((name) => name.slice(0, 4))
  expect(numbers).toHaveLength(new Set(numbers).size)
})

describe('a migration lets the older version go on serving', () => {
  test('or says why it may not matter', async () => {
    const names = (await readdir(DIRECTORY)).filter(
      (name) => name.endsWith('.sql') && name.slice(0, 4) > BEFORE_ANYBODY_SERVED,
    )
    const read = await Promise.all(names.map((name) => readFile(join(DIRECTORY, name), 'utf8')))
    const risky = names.filter((_name, i) => {
      const sql = read[i] ?? ''
      return !MARK.test(sql) && risksOf(sql).length > 0
    })
    expect(risky, 'see "Upgrades" in docs/operating.md').toEqual([])
  })

  test.each([
    ['alter table venue drop column name', 'drops a column'],
    ['alter table venue rename column name to title', 'renames'],
    ['alter table venue alter column name type varchar(20)', 'changes a type'],
    ['alter table venue add column x integer not null', 'adds a column that older writers do not fill'],
    ['alter table venue add constraint c check (x > 0)', 'checks all rows under a lock'],
    ['create index i on reservations (id)', 'makes an index under a lock'],
  ])('%s is noticed', (sql, risk) => expect(risksOf(sql)).toContain(risk))

  test.each([
    'alter table venue add column x integer not null default 0',
    'alter table venue add column x integer',
    'alter table venue add constraint c check (x > 0) not valid',
    'create table new_one (id uuid); create index i on new_one (id)',
  ])('%s is fine', (sql) => expect(risksOf(sql)).toEqual([]))
})

import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from './support/database.ts'

const DOCUMENT = readFileSync('docs/architecture.md', 'utf8')
const COMPARED = 'Compare docs/architecture.md, "The tables", with the schema'

/** The tables of the schema, each with those that its foreign keys name. */
let references: Map<string, string[]>
beforeAll(async () => {
  const { pool } = await cloneDatabase()
  const { rows } = await pool.query<{ name: string; named: string[] }>(
    `select t.relname as name,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = t.oid and k.contype = 'f' order by 1) as named
     from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'`,
  )
  references = new Map(rows.map(({ name, named }) => [name, named]))
})

test('docs/architecture.md lists every table with its foreign keys and its purpose', () => {
  const listed = [...DOCUMENT.matchAll(/^\| `(\w+)` *\| (.*?) *\| (.*?) *\|$/gm)]
  const documented = listed.map(([, name = '', , named = '']) => [name, named.match(/\w+/g) ?? []] as const)
  expect(new Map(documented), COMPARED).toEqual(references)
  expect(documented).toHaveLength(references.size)
  expect(listed.filter(([, , purpose]) => !purpose)).toEqual([])
})

test('its diagram has foreign keys only', () => {
  const drawn = [...DOCUMENT.matchAll(/^ {2}(\w+) \|\|--o[{|] (\w+) : /gm)]
  expect(drawn.length).toBeGreaterThan(10)
  expect(
    drawn.filter(([, one = '', many = '']) => !references.get(many)?.includes(one)).map(([line]) => line),
    COMPARED,
  ).toEqual([])
})

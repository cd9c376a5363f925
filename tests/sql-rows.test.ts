import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Column, columnOf, columnsOf } from './support/sql-columns.ts'
import { type Query, withQueries } from './support/sql-queries.ts'

/** Row types of queries whose columns are known only at run time, each with the reason. */
const COMPUTED: Readonly<Record<string, string>> = {
  'src/features/requests/store.ts Submissions[Kind]': 'the columns depend on the kind of request',
  'src/features/requests/store.ts Details<Kind>': 'the columns depend on the kind of request',
  "src/features/requests/store.ts Submissions[Kind] & Pick<RequestRow, 'status' | 'notes'>":
    'the columns depend on the kind of request',
  'src/platform/db/soft-delete.ts Deleted<Table, Column>': 'the row type is made of the requested columns',
}

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_, initial: string) => initial.toUpperCase())

/** Differences between the keys of a type and the names that the SQL gives. */
function differences(keys: readonly string[], names: readonly string[]): string[] {
  const missing = keys.filter((key) => !names.includes(key)).map((key) => `no column for the key ${key}`)
  const unread = names.filter((name) => !keys.includes(name)).map((name) => `no key for the column ${name}`)
  return [...missing, ...unread]
}

/** Differences between the keys of JSON objects and the type of the value that holds them. */
function jsonProblems({ keysIn }: Query, { jsonKeys }: Column, column?: string): string[] {
  const keys = keysIn(column)
  if (!jsonKeys || !keys) return []
  return differences(keys, jsonKeys).map((it) => `in JSON objects${column ? ` of ${column}` : ''}: ${it}`)
}

function problemsOf(query: Query): string[] {
  const { rowKeys, sql, isCamelCased } = query
  if (!rowKeys) return jsonProblems(query, columnOf(sql.trim()))
  const columns = columnsOf(sql)
  const unnamed = columns.filter(({ name }) => name === null)
  if (columns.length === 0 || unnamed.length > 0)
    return [`columns without a name: ${unnamed.map(({ text }) => text).join(', ') || 'all'}`]
  const named = columns.map((it) => ({
    ...it,
    name: isCamelCased ? camelCase(it.name ?? '') : (it.name ?? ''),
  }))
  return [
    ...differences(
      rowKeys,
      named.map(({ name }) => name),
    ),
    ...named.flatMap((it) => jsonProblems(query, it, it.name)),
  ]
}

const located = (query: Query): string[] =>
  problemsOf(query).map((problem) => `${query.place} ${query.type}: ${problem}`)

const keyOf = ({ place, type }: Query): string => `${place.replace(/:\d+$/, '')} ${type}`

const paths = globSync('src/**/*.{ts,tsx}').filter(
  (path) => !/\.test\.tsx?$|\/test-kit\.ts$/.test(path) && /\bsql<|\.query</.test(readFileSync(path, 'utf8')),
)

/** Names that are changed in a copy of the source, each in another file, with the problems that follow. */
const RENAMES = [
  {
    kind: 'an alias of a query that is sent without Kysely',
    path: 'src/platform/backup/run.ts',
    before: 'as "isLocked"',
    after: 'as mine',
    problems: ['no column for the key isLocked', 'no key for the column mine'],
  },
  {
    kind: 'an alias in snake case',
    path: 'src/platform/db/connections/replica.ts',
    before: 'as has_replayed',
    after: 'as is_replayed',
    problems: ['no column for the key hasReplayed', 'no key for the column isReplayed'],
  },
  {
    kind: 'a key of the row type',
    path: 'src/features/dashboard/store.ts',
    before: 'readonly parties:',
    after: 'readonly groups:',
    problems: ['no column for the key groups', 'no key for the column parties'],
  },
  {
    kind: 'an alias in a fragment that two queries share',
    path: 'src/features/requests/store.ts',
    before: 'as "isAnonymised"',
    after: 'as "isErased"',
    problems: Array.from({ length: 2 }, () => [
      'no column for the key isAnonymised',
      'no key for the column isErased',
    ]).flat(),
  },
  {
    kind: 'an alias in columns of raw SQL',
    path: 'src/features/reservation-management/list/store.ts',
    before: 'as "totalCents"',
    after: 'as "priceCents"',
    problems: Array.from({ length: 3 }, () => [
      'no column for the key totalCents',
      'no key for the column priceCents',
    ]).flat(),
  },
  {
    kind: 'a column that a write returns',
    path: 'src/platform/db/versioned.ts',
    before: 'returning version',
    after: 'returning id',
    problems: ['no column for the key version', 'no key for the column id'],
  },
  {
    kind: 'a key of JSON objects in a column',
    path: 'src/features/dining/store.ts',
    before: "'seats', max_guests",
    after: "'places', max_guests",
    problems: [
      'in JSON objects of tables: no column for the key seats',
      'in JSON objects of tables: no key for the column places',
    ],
  },
  {
    kind: 'a key of JSON objects in a selected value',
    path: 'src/features/reservations/store.ts',
    before: "'picture', c.picture_key",
    after: "'image', c.picture_key",
    problems: [
      'in JSON objects: no column for the key picture',
      'in JSON objects: no key for the column image',
    ],
  },
]

function changeSource({ path, before, after }: (typeof RENAMES)[number]): [string, string] {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(before)) throw new Error(`${path} does not contain: ${before}`)
  return [path, text.replace(before, after)]
}

test('the columns of every typed query are the keys of its row type', () => {
  withQueries(paths, (queries) => {
    const rows = queries.filter(({ rowKeys }) => rowKeys !== null)
    expect(rows.length).toBeGreaterThan(60)
    expect(queries.filter((it) => !COMPUTED[keyOf(it)]).flatMap(located)).toEqual([])
    const computed = new Set(rows.filter((it) => problemsOf(it).length > 0).map(keyOf))
    expect([...computed].toSorted()).toEqual(Object.keys(COMPUTED).toSorted())
  })
})

describe('a name that differs is found', () => {
  let found: readonly string[] = []
  beforeAll(() => {
    const changed = Object.fromEntries(RENAMES.map(changeSource))
    found = withQueries(
      Object.keys(changed),
      (queries) => queries.filter((it) => !COMPUTED[keyOf(it)]).flatMap(located),
      changed,
    )
  })

  test.each(RENAMES)('$kind', ({ path, problems }) => {
    const own = found.filter((it) => it.startsWith(`${path}:`))
    expect(own.map((it) => problems.find((problem) => it.endsWith(`: ${problem}`)) ?? it)).toEqual(problems)
  })
})

describe('the columns of a statement', () => {
  test.each([
    ['select id, r.name, r.title as label from r', ['id', 'name', 'label']],
    ['with a as (select x from b) select c."y" from a', ['y']],
    ['select a from b union all select c from d', ['a']],
    ['insert into a (b) select c from d returning id, e', ['id', 'e']],
    ["select coalesce(a, ', ') as b, (select c from d) as e", ['b', 'e']],
    ['select a is distinct from b as differs from c', ['differs']],
    ["select current_setting('a') as limit", ['limit']],
    ['select distinct on (a, b) a from c', ['a']],
    ['select count(*) from a', ['count']],
    ['select a -- the first, of all\n from b', ['a']],
    ['select extract(epoch from a) + 1, b.*, ¤ from c', [null, null, null]],
    ['select from a', []],
  ])('%s', (sql, names) => expect(columnsOf(sql).map(({ name }) => name)).toEqual(names))
})

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Features that may write a table besides its owner, each with the reason. */
const EXCEPTIONS: Readonly<
  Record<string, { readonly owner: string; readonly others: Record<string, string> }>
> = {
  reservations: {
    owner: 'reservations',
    others: {
      holds: 'a hold is inserted together with its check of limits and lapsed holds, in one statement',
      dining: 'a dinner is inserted with the choice of its table, under the lock of the service day',
      'reservation-management': 'staff status, table and deletion follow rules that guests do not have',
    },
  },
  reservationLines: {
    owner: 'holds',
    others: { 'reservation-management': 'a staff booking is priced and inserted without a hold' },
  },
  tableBlocks: {
    owner: 'holds',
    others: { events: 'holds depend on events, so a deleted event releases its table blocks itself' },
  },
}

/** Files that write a table by a parameter, with the tables that it can be. */
const BY_PARAMETER: Readonly<Record<string, readonly string[]>> = {
  'src/features/requests/store.ts': ['inquiries', 'tableRequests', 'performerApplications'],
  'src/features/requests/service.ts': ['inquiries', 'tableRequests', 'performerApplications'],
}

/** Definitions of the shared writes: features pass their tables to them. */
const SHARED_WRITES = [
  'src/platform/db/soft-delete.ts',
  'src/platform/db/versioned.ts',
  'src/features/staff-lists/service.ts',
]

const PATTERNS = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*([^\s,)]+)/g,
  /\b(?:softDelete|restoreDeleted|purgeDeleted|updateVersioned)\(\s*\w+,\s*([^\s,)]+)/g,
  /\bstaffList\(\{[^}]*?\btable:\s*([^\s,)]+)/g,
  /\b(?:insert into|delete from|merge into)\s+(\$\{|"?[a-z_]+)/gi,
  /\bupdate\s+(\$\{sql\.\w+|"?[a-z_]+)[^\s`]*\s+(?:(?:as\s+)?\w+\s+)?set\b/gi,
]

type Source = { readonly path: string; readonly text: string }

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_, initial: string) => initial.toUpperCase())

/** Tables that a source writes; null stands for a table that is not written in the source. */
const writesOf = ({ text }: Source): (string | null)[] =>
  PATTERNS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, table = '']) => {
      const [, name] = /^['"]?([a-z]\w*)['"]?$/i.exec(table) ?? []
      const isName = name !== undefined && (/^['"]/.test(table) || pattern.ignoreCase)
      return isName ? camelCase(name) : null
    }),
  )

const featureOf = (path: string): string =>
  /^src\/features\/([^/]+)/.exec(path)?.[1] ?? path.split('/').slice(1, 3).join('/')

/** Problems of the sources: second writers, and writes to a table that the source does not name. */
function problemsOf(sources: readonly Source[], tables: ReadonlySet<string>): string[] {
  const writers = new Map<string, Set<string>>()
  const problems: string[] = []
  for (const source of sources) {
    const feature = featureOf(source.path)
    const written = writesOf(source).flatMap((table) => {
      if (table !== null) return [table]
      if (!BY_PARAMETER[source.path]) problems.push(`${source.path} writes a table that it does not name`)
      return BY_PARAMETER[source.path] ?? []
    })
    for (const table of written.filter((it) => tables.has(it)))
      writers.set(table, (writers.get(table) ?? new Set()).add(feature))
  }
  for (const [table, features] of writers) {
    const { owner, others = {} } = EXCEPTIONS[table] ?? {}
    const allowed = owner === undefined ? [...features].slice(0, 1) : [owner, ...Object.keys(others)]
    const extra = [...features].filter((feature) => !allowed.includes(feature))
    if (extra.length > 0) problems.push(`${table} is written by ${[...features].toSorted().join(', ')}`)
    const unused = owner === undefined ? [] : allowed.filter((feature) => !features.has(feature))
    if (unused.length > 0) problems.push(`${table} has an exception without use: ${unused.join(', ')}`)
  }
  return problems
}

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$|db-types\.ts$/.test(path) && !SHARED_WRITES.includes(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** They are read only. */
const VIEWS: ReadonlySet<string> = new Set(['standingArrivalEvents'])

const declarations = readFileSync('src/platform/db/db-types.ts', 'utf8')
const tables = new Set(
  [...declarations.slice(declarations.indexOf('export interface DB')).matchAll(/^ {2}(\w+):/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !VIEWS.has(name)),
)

describe('every table has one feature that writes it', () => {
  test('in the SQL of the whole source', () => {
    expect(tables.size).toBeGreaterThan(30)
    expect(problemsOf(sources, tables)).toEqual([])
  })

  test('and most tables are found to be written at all', () => {
    const written = new Set(sources.flatMap(writesOf))
    const byTrigger = ['tableOccupancies', 'formerNights', 'formerEventNights']
    expect([...tables].filter((table) => !written.has(table) && !byTrigger.includes(table))).toEqual(
      ['inquiries', 'performerApplications', 'tableRequests'].filter((table) => tables.has(table)),
    )
  })

  test.each([
    "db.insertInto('menuItems').values(item)",
    "db\n    .updateTable('menuItems')",
    "db.deleteFrom('menuItems')",
    "softDelete(trx, 'menuItems', { id, now })",
    "staffList({\n  name: 'gallery',\n  table: 'menuItems',\n})",
    "updateVersioned(\n  trx,\n  'menuItems', at, values)",
    'sql`insert into menu_items (id) values (1)`',
    'sql`delete from menu_items where id = 1`',
    'sql`update menu_items set name = 1`',
    'sql`update menu_items as i set name = 1`',
  ])('a second writer is found: %s', (text) => {
    const second = { path: 'src/features/gallery/store.ts', text }
    expect(problemsOf([...sources, second], tables)).toEqual(['menuItems is written by gallery, menu'])
  })

  test.each([
    'db.insertInto(table)',
    'sql`update ${sql.table(table)} set id = 1`',
    'softDelete(trx, table, at)',
    'staffList({ name, table: tableOf(name) })',
  ])('a table by parameter has to be listed: %s', (text) => {
    const path = 'src/features/gallery/store.ts'
    expect(problemsOf([...sources, { path, text }], tables)).toEqual([
      `${path} writes a table that it does not name`,
    ])
  })

  test.each(['select id from menu_items for update', 'on conflict (id) do update set name = excluded.name'])(
    'reading is no write: %s',
    (text) => expect(writesOf({ path: '', text })).toEqual([]),
  )
})

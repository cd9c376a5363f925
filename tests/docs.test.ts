import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const DOCUMENTS = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((it) => it && existsSync(it))

/** Paths of this repository; a name with a placeholder (`<noun>`, `00NN`, `*`) is a pattern. */
const PATH = /(?<![\w/.@])(?:src|tests|db|scripts|bench|deploy|docs|public)\/[\w./+-]*[\w/](?![\w<*-]|\/<)/g

function missingPaths(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, to = '']) =>
    join(dirname(document), to),
  )
  const named = [...text.matchAll(PATH)].map(([path]) => path).filter((path) => !/NN|\.{3}/.test(path))
  return [...new Set([...links, ...named])].filter((path) => !existsSync(path))
}

test('finds a path and a link that do not exist', () => {
  const text =
    'See `src/nowhere.ts`, `src/lib/result.ts` and [there](gone.md), and `src/features/<noun>/rules.ts`.'
  expect(missingPaths('docs/a.md', text)).toEqual(['docs/gone.md', 'src/nowhere.ts'])
})

test.each(DOCUMENTS)('%s names only paths that exist', (document) =>
  expect(missingPaths(document, readFileSync(document, 'utf8'))).toEqual([]),
)

test('the documents that the README links to are there', () => {
  expect(DOCUMENTS).toEqual(
    expect.arrayContaining([
      'CONTRIBUTING.md',
      'README.md',
      'docs/adding.md',
      'docs/architecture.md',
      'docs/glossary.md',
      'docs/decisions/0026-one-language-one-map.md',
      'docs/decisions/README.md',
    ]),
  )
})

/** First cells of the tables that begin with this heading, a list for each. */
function firstCells(document: string, heading: string): string[][] {
  const table = new RegExp(`^\\| \`?${heading}\`? .*\\n\\|.*\\n((?:\\|.*\\n)+)`, 'gm')
  return [...readFileSync(document, 'utf8').matchAll(table)].map(([, rows = '']) =>
    [...rows.matchAll(/^\| `?(.+?)`? *\|/gm)].map(([, cell = '']) => cell),
  )
}

test.each([
  ['docs/glossary.md', 'term', 2],
  ['docs/operating.md', 'event', 1],
])('%s lists each %s in the order of the alphabet', (document, heading, count) => {
  const tables = firstCells(document, heading)
  expect(tables).toHaveLength(count)
  for (const cells of tables) {
    expect(cells.length).toBeGreaterThan(20)
    const order = cells.map((cell) => cell.toLowerCase())
    expect(order).toEqual(order.toSorted())
  }
})

const SOURCES = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((it) => /\.tsx?$/.test(it) && !/\.test\.tsx?$/.test(it) && existsSync(it))
  .map((path) => readFileSync(path, 'utf8'))

/** Event codes of log lines: `event: 'component.what_happened'`, also where a condition chooses one of two. */
const loggedEvents = (text: string): string[] =>
  [...text.matchAll(/\bevent(?::| =)\s*(?:[^'\n]*\? )?('[\w.' :]+')/g)].flatMap(([, codes = '']) =>
    [...codes.matchAll(/'(\w+\.\w+)'/g)].map(([, code = '']) => code),
  )

test('finds the event of a log line, on a line of its own and behind a condition', () => {
  const text = `log.warn({ event: 'mail.lost', err }, 'a mail: lost'); const event = isNow ? 'replica.used' : 'replica.left'
    log.error(
      {
        event:
          'page.part_failed',`
  expect(loggedEvents(text)).toEqual(['mail.lost', 'replica.used', 'replica.left', 'page.part_failed'])
})

test('docs/operating.md has a row for every event of the log, and none for another', () => {
  const [listed = []] = firstCells('docs/operating.md', 'event')
  const logged = new Set(SOURCES.flatMap(loggedEvents))
  expect(logged.size).toBeGreaterThan(80)
  expect([...logged].filter((it) => !listed.includes(it))).toEqual([])
  // The code of a full queue is made of its name.
  expect(listed.filter((it) => !logged.has(it) && !it.endsWith('.queue_full'))).toEqual([])
})

const RECORDS = DOCUMENTS.filter((it) => /^docs\/decisions\/\d/.test(it)).map((path) => {
  const text = readFileSync(path, 'utf8')
  return { path, text, file: basename(path), title: /^# (.+)/.exec(text)?.[1] ?? '' }
})

test('the list of decisions names every record by its title', () => {
  const lines = readFileSync('docs/decisions/README.md', 'utf8').split('\n')
  expect(lines.filter((line) => line.startsWith('- '))).toEqual(
    RECORDS.map(({ file, title }) => `- [${title}](${file})`),
  )
})

test.each(RECORDS)('$path is numbered as its file and begins with its context', ({ file, title, text }) => {
  expect(title).toMatch(new RegExp(`^${Number(file.slice(0, 4))}\\. `))
  expect(text).toContain('\n**Context.**')
})

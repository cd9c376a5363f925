import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { WORD_RULES } from '../scripts/vocabulary/rules.ts'
import { violations } from '../scripts/vocabulary/scan.ts'

/** For each rule a line that breaks it. */
const VIOLATIONS: Record<string, string> = {
  house: 'const openHouse = 1',
  desk: 'const DESK_TABS = []',
  'front door': '// Requests come in by the front door.',
  door: 'const openDoorFor = 1',
  letter: '// Sends the letter.',
  takings: 'const takings = 1',
  programme: 'const programme = 1',
  'kept page': 'const keptPage = 1',
  rounds: 'const createRounds = 1',
  crime: 'const CRIMES = {}',
  'import law': '// The import law.',
  bin: '// Moves the event to the bin.',
  whoever: '// Stops whoever holds the lock.',
}

const PERMITTED = [
  `// Reserved or held by the house.`,
  `// The cover is paid at the door, before the doors open.`,
  `const payment = 'at_door'`,
  `const coverDueAtDoor = 1`,
  `const CHECK_IN = '/admin/door'`,
  `const role = 'door'`,
  `const ROLES = { door: 'Check-in' }`,
  `// A password has capital letters and digits.`,
  `/**\n * The cover at the\n * door; a table held by the\n * house. */`,
  `const WIDE = { letterSpacing: 1 }`,
  `const desktop = 1`,
  `// Lighthouse measures the page.`,
]

/** Terms of the field, and the folder of src in which a search must find each. */
const FINDABLE: readonly (readonly [term: string, pattern: RegExp, folder: string])[] = [
  ['cache', /cache/i, 'src/page-cache/'],
  ['rate limit', /rate.?limit/i, 'src/platform/security/'],
  ['honeypot', /honeypot/i, 'src/forms/'],
  ['CSRF', /csrf/i, 'src/http/'],
  ['semaphore', /semaphore/i, 'src/lib/'],
  ['audit log', /audit.log/i, 'src/features/audit-log/'],
  ['soft delete', /soft.delete/i, 'src/platform/db/'],
  ['middleware', /middleware/i, 'src/http/'],
  ['idempotency', /idempotency/i, 'src/platform/payments-gateways/'],
  ['outbox', /outbox/i, 'src/features/emails/'],
  ['retry', /retr(?:y|ies)/i, 'src/platform/jobs/'],
]

const source = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && existsSync(path))

describe('the vocabulary check', () => {
  test('has a line here that breaks each of its rules', () =>
    expect(Object.keys(VIOLATIONS)).toEqual(WORD_RULES.map((rule) => rule.name)))

  test.each(WORD_RULES.map((rule) => [rule.name, rule.use]))('finds "%s"', (name, use) =>
    expect(violations('src/lib/a.ts', `const a = 1\n${VIOLATIONS[name]}\n`)).toMatchObject([
      { line: 2, use },
    ]),
  )

  test.each(PERMITTED)('leaves the language of the trade alone: %s', (line) =>
    expect(violations('src/lib/a.ts', line)).toEqual([]),
  )

  test.each([
    '/** What a request may hold. */',
    '/**\n * How long a hold lasts. */',
    '// Who may read this.',
    '-- Where rows go.',
  ])('finds a comment that begins with a question word: %s', (comment) =>
    expect(violations(comment.startsWith('--') ? 'db/a.sql' : 'src/lib/a.ts', comment)).toHaveLength(1),
  )

  test.each(['// Two letters wait in the queue.', '// The letter window opens at noon.'])(
    'finds an email under its former name: %s',
    (line) => expect(violations('src/lib/a.ts', line)).toMatchObject([{ use: 'email' }]),
  )

  test('reads names of files, and names of tests', () => {
    expect(violations('src/lib/front-desk.ts', '')).toHaveLength(1)
    expect(violations('tests/a.test.ts', `test('a house that is killed')`)).toHaveLength(1)
    expect(violations('src/lib/a.ts', `const label = 'Nobody has booked yet'`)).toEqual([])
  })

  test('reads the example of the settings as a document', () =>
    expect(violations('.env.example', '# The crimes.\n# Sent to whomever it concerns.')).toMatchObject([
      { line: 1, use: 'violation' },
      { line: 2 },
    ]))
})

test.each(FINDABLE)('a search for "%s" finds the place where it lives', (_, pattern, folder) => {
  const found = source.filter((path) => pattern.test(path + readFileSync(path, 'utf8')))
  expect(found).toContainEqual(expect.stringMatching(`^${folder}`))
})

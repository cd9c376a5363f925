import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** JavaScript of the public site, as it is built: brotli, in KB of 1024 bytes. `npm run bench:pages` measures what is sent. */

const ASSETS = 'build/client/assets'
const FRAMING_KB = 0.5
const scripts = readdirSync(ASSETS).filter((file) => file.endsWith('.js'))
const textOf = (file: string): string => readFileSync(join(ASSETS, file), 'utf8')

function chunkOf(name: string): string {
  const file = scripts.find((it) => it.startsWith(name) && /^-[\w-]{8}\.js$/.test(it.slice(name.length)))
  if (file === undefined) throw new Error(`The build has no chunk ${name}.`)
  return file
}

/** The chunks and all that they import statically. */
function loadedWith(names: readonly string[]): Set<string> {
  const files = new Set(names.map(chunkOf))
  for (const file of files)
    for (const [, next = ''] of textOf(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) files.add(next)
  return files
}

const sizeKb = (files: ReadonlySet<string>): number =>
  [...files].reduce((sum, file) => sum + statSync(join(ASSETS, `${file}.br`)).size, 0) / 1024 + FRAMING_KB

const FORMS = [
  'dinner-form',
  'dinner-move',
  'table-request-form',
  'short-inquiry-form',
  'plan-event-form',
  'perform-form',
]

test('a page sends at most 12 KB of JavaScript before anything is touched', () =>
  expect(sizeKb(loadedWith(['site']))).toBeLessThanOrEqual(12))

test.each(['event-booking', 'change-seating', 'held-strip', ...FORMS])(
  'a page with %s alive sends at most 85 KB',
  (island) => expect(sizeKb(loadedWith(['site', 'hydrate', island]))).toBeLessThanOrEqual(85),
)

test('the way from Home to the open dialog of a table takes at most 100 KB', () =>
  expect(sizeKb(loadedWith(['site', 'hydrate', 'event-booking', 'reservation-dialog']))).toBeLessThanOrEqual(
    100,
  ))

test('no form of the public site loads the validation library', () => {
  const files = loadedWith([
    'site',
    'hydrate',
    'event-booking',
    'reservation-dialog',
    'waiting-view',
    ...FORMS,
  ])
  expect([...files].filter((file) => /ZodMini|safeParse/.test(textOf(file)))).toEqual([])
})

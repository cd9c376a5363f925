/** `npm test`: runs all checks in sequence and prints a summary. `--static` skips those that run code. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from './find-chromium.ts'
import { runVitest } from './run-vitest.ts'

const BIN = 'node_modules/.bin'

const CHECKS: readonly (readonly [name: string, command: readonly string[]])[] = [
  ['format', ['oxfmt', '--check', '.']],
  // Before the checks that read the types.
  ['route types', ['react-router', 'typegen']],
  ['lint', ['oxlint', '--deny-warnings', '.']],
  ['types', ['tsc', '-p', '.']],
  [
    'import rules',
    ['depcruise', '--config', 'dependency-cruiser.config.mjs', 'src', 'db', 'scripts', 'bench', 'tests'],
  ],
  ['vocabulary', ['node', 'scripts/check-vocabulary.ts']],
  ['unused code', ['knip', '--no-progress']],
]

const say = (text: string): void => void process.stdout.write(`${text}\n`)

function check([name, [tool = '', ...args]]: (typeof CHECKS)[number]): boolean {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(join(BIN, tool), args, { encoding: 'utf8' })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`${status === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (status !== 0) say(`${stdout}${stderr}`)
  return status === 0
}

/** Number of files that a run names by their time: where a suite that has become slow is worth a look. */
const SLOWEST = 40

/** More failed files than this are no accident of a starved machine: they are not run again. */
const MOST_AGAIN = 4

/** Runs the tests, and retries failed files alone. A file that then passes is reported as unsteady (decision 39). */
function runTests(env: Readonly<Record<string, string>>): { passed: number; failed: number } {
  const first = runVitest([], env)
  const slowest = first.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  say(`Slowest files: ${slowest.map((it) => `${it.file} ${it.seconds} s`).join(', ')}`)
  const failed = first.files.filter((it) => it.failed > 0)
  if (failed.length === 0 || failed.length > MOST_AGAIN) return first
  const names = failed.map(({ file }) => file)
  say(`These failed beside others, and are run again alone: ${names.join(', ')}`)
  const again = runVitest([...names, '--no-file-parallelism'], env)
  const unsteady = again.files.filter((it) => it.failed === 0).map(({ file }) => file)
  if (unsteady.length > 0) say(`Unsteady, to be mended: ${unsteady.join(', ')}`)
  const passedBefore = failed.reduce((sum, it) => sum + it.passed, 0)
  return { passed: first.passed - passedBefore + again.passed, failed: again.failed }
}

const isStatic = process.argv.includes('--static')
const filters = process.argv.slice(2).filter((it) => !it.startsWith('--'))
const failedChecks = filters.length > 0 ? [] : CHECKS.filter((it) => !check(it)).map(([name]) => name)
const tests = isStatic ? { passed: 0, failed: 0 } : await runChosen()
const failed = failedChecks.length + tests.failed
const passed = (filters.length > 0 ? 0 : CHECKS.length - failedChecks.length) + tests.passed
// Once more at the end: their output stands before that of the tests.
if (failedChecks.length > 0) say(`Failed checks: ${failedChecks.join(', ')}`)
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function runChosen(): Promise<{ passed: number; failed: number }> {
  const env = { CHROMIUM: await findChromium() }
  return filters.length > 0 ? runVitest(filters, env) : runTests(env)
}

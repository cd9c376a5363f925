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

const isStatic = process.argv.includes('--static')
const filters = process.argv.slice(2).filter((it) => !it.startsWith('--'))
const checks = filters.length > 0 ? [] : CHECKS.map(check)
const tests = isStatic ? { passed: 0, failed: 0 } : runVitest(filters, { CHROMIUM: await findChromium() })
const passed = checks.filter(Boolean).length + tests.passed
const failed = checks.filter((it) => !it).length + tests.failed
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** `npm test`: every check there is, one after the other, and the count at the end. `--static` leaves out what runs. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { findChromium } from './find-chromium.ts'

const BIN = 'node_modules/.bin'

const CHECKS: readonly (readonly [name: string, command: readonly string[]])[] = [
  ['format', ['oxfmt', '--check', '.']],
  ['lint', ['oxlint', '--deny-warnings', '.']],
  ['route types', ['react-router', 'typegen']],
  ['types', ['tsc', '-p', '.']],
  [
    'import law',
    ['depcruise', '--config', 'dependency-cruiser.config.mjs', 'src', 'db', 'scripts', 'bench', 'tests'],
  ],
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

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
})

async function runTests(filters: readonly string[]): Promise<{ passed: number; failed: number }> {
  const directory = mkdtempSync(join(tmpdir(), 'lounge-tests-'))
  const file = join(directory, 'report.json')
  try {
    const { status } = spawnSync(
      join(BIN, 'vitest'),
      ['run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', CHROMIUM: await findChromium() } },
    )
    const { numPassedTests, numFailedTests } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    // A file that cannot even be loaded fails no test of its own, and must not pass for that.
    return { passed: numPassedTests, failed: status === 0 ? numFailedTests : Math.max(1, numFailedTests) }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const isStatic = process.argv.includes('--static')
const filters = process.argv.slice(2).filter((it) => !it.startsWith('--'))
const checks = filters.length > 0 ? [] : CHECKS.map(check)
const tests = isStatic ? { passed: 0, failed: 0 } : await runTests(filters)
const passed = checks.filter(Boolean).length + tests.passed
const failed = checks.filter((it) => !it).length + tests.failed
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

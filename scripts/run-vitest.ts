import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
})

export type Counted = { readonly passed: number; readonly failed: number }

/** Runs the tests these arguments name, shows how they go, and counts them. */
export function runVitest(args: readonly string[], env: Readonly<Record<string, string>> = {}): Counted {
  const directory = mkdtempSync(join(tmpdir(), 'lounge-tests-'))
  const file = join(directory, 'report.json')
  try {
    const { status } = spawnSync(
      'node_modules/.bin/vitest',
      ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', ...env } },
    )
    const { numPassedTests, numFailedTests } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
    // A file that cannot even be loaded fails no test of its own, and must not pass for that.
    return { passed: numPassedTests, failed: status === 0 ? numFailedTests : Math.max(1, numFailedTests) }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

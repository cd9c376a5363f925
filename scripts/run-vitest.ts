import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

type CountedFile = {
  readonly file: string
  readonly passed: number
  readonly failed: number
  /** Names of skipped tests. */
  readonly skipped: readonly string[]
  readonly seconds: number
}

export type Counted = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly files: readonly CountedFile[]
}

/** Runs Vitest with live output and returns the counts. */
export function runVitest(args: readonly string[], env: Readonly<Record<string, string>> = {}): Counted {
  const directory = mkdtempSync(join(tmpdir(), 'lounge-tests-'))
  const file = join(directory, 'report.json')
  try {
    const { status } = spawnSync(
      'node_modules/.bin/vitest',
      ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test', ...env } },
    )
    const { numPassedTests, numFailedTests, testResults } = report.parse(
      JSON.parse(readFileSync(file, 'utf8')),
    )
    const files = testResults.map(countFile).toSorted((a, b) => a.file.localeCompare(b.file))
    return {
      passed: numPassedTests,
      // A file that fails to load has no failed test but must fail the run.
      failed: status === 0 ? numFailedTests : Math.max(1, numFailedTests),
      skipped: files.reduce((sum, it) => sum + it.skipped.length, 0),
      files,
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function countFile(result: z.infer<typeof report>['testResults'][number]): CountedFile {
  const named = (status: string): string[] =>
    result.assertionResults.filter((it) => it.status === status).map((it) => it.fullName)
  const failed = named('failed').length
  return {
    file: relative(process.cwd(), result.name),
    passed: named('passed').length,
    failed: result.status === 'failed' ? Math.max(1, failed) : failed,
    skipped: [...named('skipped'), ...named('pending'), ...named('todo')],
    seconds: Math.round((result.endTime - result.startTime) / 1000),
  }
}

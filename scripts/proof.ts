/** Runs the suites that `npm test` leaves out: faults, security, operations, other browsers. */
import { runVitest } from './run-vitest.ts'

const SUITES: Readonly<Record<string, readonly string[]>> = {
  faults: ['tests/faults', 'tests/booking/ledger', 'tests/booking/money', 'devices-agree'],
  security: ['tests/security', 'tests/web/admin-api', 'tests/staff/sign-ins'],
  operations: ['tests/operations'],
  browsers: ['tests/browsers'],
}

const [suite = '', ...filters] = process.argv.slice(2)
const files = SUITES[suite]
if (!files) throw new Error(`There is no suite "${suite}". There are: ${Object.keys(SUITES).join(', ')}`)
const chosen = filters.length > 0 ? filters : files
const {
  passed,
  failed,
  skipped,
  files: counted,
} = runVitest(['--config', 'vitest.proof.config.ts', ...chosen])
const width = Math.max(...counted.map(({ file }) => file.length))
for (const { file, ...it } of counted)
  process.stdout.write(
    `${file.padEnd(width)}  ${it.passed} passed, ${it.failed} failed, ${it.skipped.length} skipped, ${it.seconds} s\n` +
      reasonsOf(it.skipped),
  )
process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = failed > 0 ? 1 : 0

/** Reasons for skipped tests. A group that needs a missing server names it in its title. */
function reasonsOf(names: readonly string[]): string {
  const reasons = names.map((name) => name.replace(/( is skipped\.).*$/, '$1'))
  return [...new Set(reasons)].map((reason) => `  ${reason}\n`).join('')
}

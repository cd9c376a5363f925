/** `npm run test:faults` and `npm run test:security`: what the house promises under faults and attack, and the count. */
import { runVitest } from './run-vitest.ts'

const SUITES: Readonly<Record<string, readonly string[]>> = {
  faults: ['tests/faults', 'tests/booking/money'],
  security: ['tests/security', 'tests/web/admin-doors', 'tests/staff/sign-ins'],
}

const [suite = '', ...filters] = process.argv.slice(2)
const files = SUITES[suite]
if (!files) throw new Error(`There is no suite "${suite}". There are: ${Object.keys(SUITES).join(', ')}`)
const chosen = filters.length > 0 ? filters : files
const { passed, failed } = runVitest(['--config', 'vitest.proof.config.ts', ...chosen])
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

/**
 * `npm run doctor`: checks what the settings lead to by using it, and says what is wrong and what to do. It changes nothing: rows are
 * rolled back, objects removed. `-- --send-mail ADDRESS` sends a test email as well.
 */
import { parseArgs } from 'node:util'
import type { Finding } from '#platform/doctor/finding.ts'
import { runChecks } from './doctor-checks.ts'
import { runTask } from './run-command.ts'

const SIGNS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

await runTask(async () => {
  const { values } = parseArgs({ options: { 'send-mail': { type: 'string' } } })
  const findings = await runChecks(process.env, { mailTo: values['send-mail'] ?? null })
  for (const { what, verdict, says, advice } of findings) {
    process.stdout.write(`${SIGNS[verdict]}  ${what.padEnd(15)} ${says}\n`)
    if (advice) process.stdout.write(`${' '.repeat(22)}→ ${advice}\n`)
  }
  const count = (verdict: Finding['verdict']): number =>
    findings.filter((it) => it.verdict === verdict).length
  process.stdout.write(`\n${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} to mend\n`)
  // A check that timed out may still hold a connection.
  setTimeout(() => process.exit(), 2000).unref()
  return count('fail') > 0 ? 1 : 0
})

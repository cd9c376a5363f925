/**
 * `npm run doctor`: checks each setting by using it and prints what is wrong and how to fix it. Nothing is changed:
 * rows are rolled back and test objects removed. `-- --send-mail ADDRESS` also sends a test email.
 */
import { parseArgs } from 'node:util'
import type { CheckResult } from '#platform/doctor/check-result.ts'
import { runChecks } from './doctor-checks.ts'
import { runTask } from './run-command.ts'

const SIGNS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

await runTask(async () => {
  const { values } = parseArgs({ options: { 'send-mail': { type: 'string' } } })
  const results = await runChecks(process.env, { mailTo: values['send-mail'] ?? null })
  for (const { what, status, message, advice } of results) {
    process.stdout.write(`${SIGNS[status]}  ${what.padEnd(15)} ${message}\n`)
    if (advice) process.stdout.write(`${' '.repeat(22)}→ ${advice}\n`)
  }
  const count = (status: CheckResult['status']): number => results.filter((it) => it.status === status).length
  process.stdout.write(`\n${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} to mend\n`)
  // A check that timed out may still hold a connection and keep the process alive.
  setTimeout(() => process.exit(), 2000).unref()
  return count('fail') > 0 ? 1 : 0
})

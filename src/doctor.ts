/** `npm run doctor`: looks at what the house stands on and says what is misconfigured and what to do. Changes nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { countUnchangedPasswords } from '#features/staff/service.ts'
import { type Config, ConfigError, readConfig } from '#platform/config.ts'
import type { Db } from '#platform/db.ts'
import { examineDatabase } from '#platform/examination/database.ts'
import { fail, type Finding, warn, well } from '#platform/examination/finding.ts'
import {
  examineDisk,
  examineOrigin,
  examinePayments,
  examineTimeZones,
} from '#platform/examination/machine.ts'
import { examineMail, examineStorage } from '#platform/examination/neighbours.ts'
import { openHouseDatabase } from '#platform/house-database.ts'
import { createLog } from '#platform/log.ts'
import { runTask } from './run-task.ts'

const MIGRATIONS = 'db/migrations'
const BESIDE_THE_POOL = 8
const SIGNS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

function readSettings(): { config: Config | null; finding: Finding } {
  try {
    return { config: readConfig(process.env), finding: well('Settings', 'all of them can be used') }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Correct them in the environment or in .env; .env.example explains each.'
    return { config: null, finding: fail('Settings', { says: error.message, advice }) }
  }
}

async function examineHouse(config: Config): Promise<Finding[]> {
  // To open it would make it.
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres/PG_VERSION')))
    return [
      warn('Database', {
        says: `there is none yet in ${config.dataDir}`,
        advice: 'npm start makes it; or set DATABASE_URL to one of yours.',
      }),
    ]
  try {
    const house = await openHouseDatabase(config, createLog('silent'))
    const { db } = house.database
    try {
      const connections = config.processes * (config.databasePool + BESIDE_THE_POOL)
      const found = await examineDatabase(db, { kind: house.kind, migrations: MIGRATIONS, connections })
      return found.some(({ what }) => what === 'Job queue') ? [...found, await examineOwner(db)] : found
    } finally {
      await house.closeDatabase()
    }
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error)
    return [fail('Database', { says, advice: 'Mend that, then look again.' })]
  }
}

async function examineOwner(db: Db): Promise<Finding> {
  const unchanged = await countUnchangedPasswords({ db })
  if (unchanged === 0) return well('Passwords', 'every account has a password of its own')
  return warn('Passwords', {
    says: `${unchanged} account${unchanged === 1 ? ' still has' : 's still have'} a password that was printed or handed over`,
    advice: 'Sign in with it and choose another one, or take the account its access.',
  })
}

await runTask(async () => {
  const { config, finding } = readSettings()
  const findings = [finding, examineTimeZones()]
  if (config) {
    findings.push(...(await examineDisk(config)), ...examineOrigin(config), examinePayments(config))
    findings.push(...(await examineHouse(config)))
    findings.push(...(await Promise.all([examineMail(config), examineStorage(config)])))
  }
  for (const { what, verdict, says, advice } of findings) {
    process.stdout.write(`${SIGNS[verdict]}  ${what.padEnd(15)} ${says}\n`)
    if (advice) process.stdout.write(`${' '.repeat(22)}→ ${advice}\n`)
  }
  const count = (verdict: Finding['verdict']): number =>
    findings.filter((it) => it.verdict === verdict).length
  process.stdout.write(`\n${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} to mend\n`)
  return count('fail') > 0 ? 1 : 0
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findUnreadablePictures } from '#features/media/service.ts'
import { countTemporaryPasswords } from '#features/staff/service.ts'
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts'
import { checkDatabase } from '#platform/db/connections/database-check.ts'
import type { Db } from '#platform/db/db.ts'
import { checkBackupSettings, checkExistingBackups } from '#platform/doctor/backups.ts'
import { checkDatabaseServer, checkWrites } from '#platform/doctor/database.ts'
import { runCheck } from '#platform/doctor/check.ts'
import { fail, type CheckResult, reasonOf, warn, pass } from '#platform/doctor/check-result.ts'
import { checkDisk, checkOrigin, checkPayments, checkTimeZones } from '#platform/doctor/machine.ts'
import { checkMail, checkStorage, checkTextMessages } from '#platform/doctor/services.ts'
import { checkGoogleWallet } from '#platform/doctor/google-wallet.ts'
import { checkWallet } from '#platform/doctor/wallet.ts'
import { checkPorts } from '#platform/doctor/ports.ts'
import { checkProvider, type ProviderAddress } from '#platform/doctor/provider.ts'
import { checkReachability } from '#platform/doctor/reachability.ts'
import { checkReplica } from '#platform/doctor/replica.ts'
import { openDatabaseConnection } from '#platform/db/database-connection.ts'
import { createLog } from '#platform/observability/log.ts'
import { createS3Storage } from '#platform/storage/s3-storage.ts'
import { StartError } from '#platform/config/start-error.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'

const MIGRATIONS = 'db/migrations'
const BESIDE_THE_POOL = 8
const LIMIT_MS = 20_000
const PICTURES = 30

export type DoctorOptions = {
  /** An address that a test email is sent to; null sends none. */
  readonly mailTo?: string | null
  /** Replaces the address of Stripe's API in tests. */
  readonly provider?: ProviderAddress
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Runs all checks. A check that throws or exceeds its timeout becomes one failed result and does not stop the others.
 */
export async function runChecks(env: Env, options: DoctorOptions = {}): Promise<CheckResult[]> {
  const { config, results } = readSettings(env)
  if (!config)
    return [...results, ...(await runCheck('Time zones', LIMIT_MS, async () => [checkTimeZones()]))]
  const checks: readonly (readonly [string, () => Promise<readonly CheckResult[]>])[] = [
    ['Time zones', async () => [checkTimeZones()]],
    ['Data directory', () => checkDisk(config)],
    ['Ports', () => checkPorts(config)],
    ['Address', async () => checkOrigin(config)],
    ['Reach', () => checkReachability(config)],
    ['Payments', async () => [checkPayments(config), ...(await checkProvider(config, options.provider))]],
    ['Mail', async () => [await checkMail(config, options.mailTo ?? null)]],
    ['Text messages', async () => [await checkTextMessages(config)]],
    ['Wallet passes', async () => [checkWallet(config, new Date()), await checkGoogleWallet(config)]],
    ['Storage', () => checkStorage(config)],
    ['Backups', () => checkBackupSettings(config)],
    ['Replica', () => checkReplica(config)],
    ['Database', () => checkVenue(config)],
  ]
  const found = await Promise.all(checks.map(([what, check]) => runCheck(what, LIMIT_MS, check)))
  return [...results, ...found.flat()]
}

function readSettings(env: Env): { config: Config | null; results: CheckResult[] } {
  try {
    const config = readConfig(env)
    const advice = 'See .env.example, which explains each setting.'
    const warnings = config.warnings.map((message) => warn('Settings', { message, advice }))
    const isWell = warnings.length === 0
    return { config, results: isWell ? [pass('Settings', 'all of them can be used')] : warnings }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Correct it in the environment or in .env; .env.example explains each setting.'
    return {
      config: null,
      results: error.message.split('\n').map((message) => fail('Settings', { message, advice })),
    }
  }
}

async function checkVenue(config: Config): Promise<CheckResult[]> {
  // Opening the embedded database would create it.
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres/PG_VERSION')))
    return [
      warn('Database', {
        message: `there is none yet in ${config.dataDir}`,
        advice: 'npm start makes it; or set DATABASE_URL to one of yours.',
      }),
    ]
  try {
    const { databaseUrl, databaseDirectUrl } = config
    if (databaseUrl) await checkDatabase({ databaseUrl, databaseDirectUrl })
    return await checkOpenedDatabase(config)
  } catch (error) {
    const advice =
      error instanceof StartError ? 'The server does not start like this.' : 'Mend that, then look again.'
    return [fail('Database', { message: reasonOf(error), advice })]
  }
}

async function checkOpenedDatabase(config: Config): Promise<CheckResult[]> {
  const opened = await openDatabaseConnection(config, createLog('silent'))
  const { db } = opened.database
  try {
    const connections = config.processes * (config.databasePoolSize + BESIDE_THE_POOL)
    const found = await checkDatabaseServer(db, { kind: opened.kind, migrations: MIGRATIONS, connections })
    const isFilled = found.some(({ what }) => what === 'Job queue')
    if (!isFilled) return found
    const more = await Promise.all([
      runCheck('Writing', LIMIT_MS, async () => [await checkWrites(db, config)]),
      runCheck('Passwords', LIMIT_MS, async () => [await checkPasswords(db)]),
      runCheck('Backups', LIMIT_MS, () => checkExistingBackups(db, config)),
      runCheck('Pictures', LIMIT_MS, async () => [await checkPictures(db, config)]),
    ])
    return [...found, ...more.flat()]
  } finally {
    await opened.closeDatabase()
  }
}

async function checkPasswords(db: Db): Promise<CheckResult> {
  const unchanged = await countTemporaryPasswords(db)
  if (unchanged === 0) return pass('Passwords', 'every account has a password of its own')
  return warn('Passwords', {
    message: `${unchanged} account${unchanged === 1 ? ' still has' : 's still have'} a password that was printed or handed over`,
    advice: 'Sign in with it and choose another one, or take the account its access.',
  })
}

/** Samples images that the database names and reads them from the configured storage. */
async function checkPictures(db: Db, { storage: place, dataDir }: Config): Promise<CheckResult> {
  const storage = place.kind === 's3' ? createS3Storage(place) : createDiskStorage(dataDir)
  const { checked, unreadable, reason } = await findUnreadablePictures({ db, storage }, PICTURES)
  const where = place.kind === 's3' ? `bucket ${place.bucket}` : dataDir
  if (unreadable === 0) return pass('Pictures', `${checked} of ${checked} were read from ${where}`)
  return fail('Pictures', {
    message: `${unreadable} of ${checked} cannot be read from ${where} (${reason})`,
    advice: `Copy the folders pictures/ and admin-uploads/ from where they were (DATA_DIR or the bucket) to ${where}.`,
  })
}

import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PROGRAMS = '/usr/lib/postgresql/15/bin'
const USER = 'postgres'
const START_WITHIN_MS = 30_000

/** Whether Debian's PostgreSQL 15 is installed and can run as a user other than root. */
export const hasDebianPostgres = (): boolean =>
  process.getuid?.() === 0 &&
  existsSync(join(PROGRAMS, 'postgres')) &&
  spawnSync('runuser', ['-u', USER, '--', join(PROGRAMS, 'postgres'), '--version']).status === 0

const passwordFile = (dataDir: string): string => `${dataDir}.password`

/** Runs one of its programs without blocking this process. */
function runAsPostgres(program: string, args: readonly string[]): Promise<number | null> {
  const child = spawn('runuser', ['-u', USER, '--', join(PROGRAMS, program), ...args], {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    stdio: 'ignore',
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}

async function createCluster(dataDir: string): Promise<void> {
  await mkdir(dataDir)
  spawnSync('chown', [USER, dataDir])
  await chmod(dataDir, 0o700)
  await writeFile(passwordFile(dataDir), `${randomBytes(18).toString('base64url')}\n`, { mode: 0o644 })
  const options = ['-U', 'lounge', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const code = await runAsPostgres('initdb', ['-D', dataDir, `--pwfile=${passwordFile(dataDir)}`, ...options])
  if (code !== 0) throw new Error(`initdb of PostgreSQL 15 ended with ${code}`)
}

/** Starts the server in a directory, which is created where missing. It listens on a Unix socket there. */
export async function startDebianPostgres(dataDir: string) {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await createCluster(dataDir)
  const settings = `-k ${dataDir} -c listen_addresses= -c shared_buffers=128MB`
  const until = performance.now() + START_WITHIN_MS
  const start = ['start', '-D', dataDir, '-l', join(dataDir, 'server.log'), '-w', '-t', '30', '-o', settings]
  // Processes of a killed server may still hold its shared memory.
  // oxlint-disable-next-line no-await-in-loop -- one try after the other
  while ((await runAsPostgres('pg_ctl', start)) !== 0) {
    if (performance.now() > until)
      throw new Error(
        `PostgreSQL 15 does not start:\n${readFileSync(join(dataDir, 'server.log'), 'utf8').slice(-2000)}`,
      )
    // oxlint-disable-next-line no-await-in-loop
    await sleep(50)
  }
  const password = readFileSync(passwordFile(dataDir), 'utf8').trim()
  return {
    connection: { host: dataDir, port: 5432, user: 'lounge', password, database: 'postgres' },
    async stop() {
      await runAsPostgres('pg_ctl', ['stop', '-D', dataDir, '-m', 'fast', '-w'])
    },
  }
}

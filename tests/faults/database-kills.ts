import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type Settings = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

const BARE_RETRY_MS = 50

/** Baseline for the servers: a bare `pg` client that reconnects every 50 ms. */
export async function openBareClient(settings: Settings) {
  const options = { ...settings, database: 'postgres', ssl: false, connectionTimeoutMillis: 2000 }
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(options)
    client.on('error', () => undefined)
    await client.connect()
    await client.query('select 1')
    return client
  }
  let client = await connect()
  let gone = goneOf(client)
  return {
    /** Waits until the connection is lost and a new one succeeds; returns the time of that. */
    async untilBack(): Promise<number> {
      await gone
      const until = performance.now() + 15_000
      while (performance.now() < until) {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        const next = await connect().catch(() => null)
        if (next) {
          const at = performance.now()
          client = next
          gone = goneOf(next)
          return at
        }
        // oxlint-disable-next-line no-await-in-loop
        await sleep(BARE_RETRY_MS)
      }
      throw new Error('the database did not come back within 15 s')
    },
    close: () => client.end().catch(() => undefined),
  }
}

const goneOf = (client: pg.Client): Promise<void> =>
  new Promise((resolve) => client.once('end', () => resolve()))

const postmaster = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])

/** The process of one database connection, as the kernel's out-of-memory killer would choose one. */
function someBackend(dataDir: string): number {
  const children = spawnSync('ps', ['--ppid', String(postmaster(dataDir)), '-o', 'pid=,args='])
    .stdout.toString()
    .split('\n')
    .filter((line) => line.includes('[local]') || line.includes('127.0.0.1'))
  return Number(children[0]?.trim().split(/\s+/)[0])
}

export type Kill = 'postmaster' | 'backend' | 'fast stop'

/** Stops the database like a power cut, like the out-of-memory killer, or like an administrator. */
export function endDatabase(dataDir: string, kill: Kill): void {
  if (kill === 'backend') process.kill(someBackend(dataDir), 'SIGKILL')
  else process.kill(postmaster(dataDir), kill === 'postmaster' ? 'SIGKILL' : 'SIGINT')
}

/** The kinds of kills, in turn. */
export const kindOf = (round: number): Kill =>
  round % 4 === 2 ? 'backend' : round % 4 === 3 ? 'fast stop' : 'postmaster'

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

/**
 * A bare `pg` client beside the servers, which reconnects every 50 ms: it says when the database is gone, and from when on
 * it answers queries again. The servers are measured against it.
 */
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
    /** Waits until the connection is gone and another one can be had; answers when that was. */
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

/** A connection's process of the database, as the kernel picks one when there is no memory left. */
function someBackend(dataDir: string): number {
  const children = spawnSync('ps', ['--ppid', String(postmaster(dataDir)), '-o', 'pid=,args='])
    .stdout.toString()
    .split('\n')
    .filter((line) => line.includes('[local]') || line.includes('127.0.0.1'))
  return Number(children[0]?.trim().split(/\s+/)[0])
}

export type Kill = 'postmaster' | 'backend' | 'fast stop'

/** Ends the database: as a power cut does, as the kernel does that needs memory, or as an administrator does. */
export function endDatabase(dataDir: string, kill: Kill): void {
  if (kill === 'backend') process.kill(someBackend(dataDir), 'SIGKILL')
  else process.kill(postmaster(dataDir), kill === 'postmaster' ? 'SIGKILL' : 'SIGINT')
}

/** Different ends in turn. */
export const kindOf = (round: number): Kill =>
  round % 4 === 2 ? 'backend' : round % 4 === 3 ? 'fast stop' : 'postmaster'

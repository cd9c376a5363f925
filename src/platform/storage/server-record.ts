import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { StartError } from '../config/start-error.ts'

/**
 * Each server writes a record of its process and parent into the data directory. It lets the next start find a server
 * that lost its launcher, and keeps two servers from using one embedded database.
 */
const serverRecord = z.object({
  pid: z.number().int().positive(),
  startedAt: z.string(),
  parent: z.number().int(),
  host: z.string(),
  port: z.number().int(),
  isExclusive: z.boolean(),
})
type ServerRecord = z.infer<typeof serverRecord>

type Options = {
  readonly dataDir: string
  readonly port: number
  /** Whether the data directory contains the embedded database, which only one server may use. */
  readonly isExclusive: boolean
  readonly say: (text: string) => void
}

const GONE_WITHIN_MS = 30_000
const LOOK_MS = 50

/**
 * Stops a server process whose launcher is gone, and refuses to start beside one that is supervised. The record is
 * written before others are read, so of two servers starting at once at most one continues.
 */
export async function claimDataDirectory(options: Options): Promise<{ release(): Promise<void> }> {
  const { dataDir, port, isExclusive, say } = options
  const directory = join(dataDir, 'run')
  const file = join(directory, `server-${hostname()}-${process.pid}.json`)
  const release = (): Promise<void> => rm(file, { force: true })
  await mkdir(directory, { recursive: true })
  const startedAt = readProcess(process.pid)?.startedAt ?? ''
  const mine: ServerRecord = {
    pid: process.pid,
    startedAt,
    parent: process.ppid,
    host: hostname(),
    port,
    isExclusive,
  }
  await writeFile(`${file}.new`, JSON.stringify(mine))
  await rename(`${file}.new`, file)
  for (const other of await readOthers(directory)) {
    const sharesDatabase = isExclusive && other.isExclusive
    const sharesPort = port !== 0 && other.port === port
    if (!sharesDatabase && !sharesPort) continue
    if (readProcess(other.pid)?.parent !== other.parent) {
      say(`A server (process ${other.pid}) was left running without its launcher: it is stopped now.`)
      // oxlint-disable-next-line no-await-in-loop -- hardly ever more than one
      await stopProcess(other)
    } else if (sharesDatabase) {
      // oxlint-disable-next-line no-await-in-loop
      await release()
      throw new StartError(
        `Another server (process ${other.pid}, port ${other.port}) uses ${dataDir}: stop it with "kill ${other.pid}", or set DATA_DIR to another directory.`,
      )
    }
  }
  return { release }
}

/** Records of other running servers on this machine. Records of ended ones are removed. */
async function readOthers(directory: string): Promise<ServerRecord[]> {
  const others: ServerRecord[] = []
  for (const name of await readdir(directory)) {
    if (!/^server-.*\.json$/.test(name)) continue
    // oxlint-disable-next-line no-await-in-loop -- a few small files
    const record = await readRecord(join(directory, name))
    // Processes of other containers on the same directory are invisible here.
    if (record?.host !== hostname() || record.pid === process.pid) continue
    if (isRunning(record)) others.push(record)
    // oxlint-disable-next-line no-await-in-loop
    else await rm(join(directory, name), { force: true })
  }
  return others
}

async function readRecord(file: string): Promise<ServerRecord | null> {
  const text = await readFile(file, 'utf8').catch(() => '')
  try {
    return serverRecord.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const isRunning = ({ pid, startedAt }: ServerRecord): boolean => readProcess(pid)?.startedAt === startedAt

async function stopProcess(record: ServerRecord): Promise<void> {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    sendSignal(record.pid, signal)
    const until = Date.now() + GONE_WITHIN_MS
    // oxlint-disable-next-line no-await-in-loop -- polls
    while (isRunning(record) && Date.now() < until) await sleep(LOOK_MS)
    if (!isRunning(record)) return
  }
  throw new StartError(`The server (process ${record.pid}) that was left running does not stop.`)
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It exited a moment ago.
  }
}

/** Parent of a process and an identity that no later process with the same pid has; null if it does not run. */
function readProcess(pid: number): { readonly parent: number; readonly startedAt: string } | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const [state = '', parent] = fields
      return /[ZX]/.test(state) ? null : { parent: Number(parent), startedAt: fields[19] ?? '' }
    }
    const output = execFileSync('ps', ['-o', 'ppid=,stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
    const [, parent, state = '', startedAt = ''] = /^\s*(\d+)\s+(\S+)\s+(.*?)\s*$/.exec(output) ?? []
    return startedAt === '' || state.startsWith('Z') ? null : { parent: Number(parent), startedAt }
  } catch {
    return null
  }
}

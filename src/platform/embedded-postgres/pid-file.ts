import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'

/** Contents of postmaster.pid. */
export type RunningServer = {
  readonly pid: number
  readonly port: number
  readonly socketDir: string
  readonly status: string
}

export function readPidFile(dataDir: string): RunningServer | undefined {
  let lines: string[]
  try {
    lines = fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!(pid > 0)) return undefined
  return {
    pid,
    port: Number(lines[3]),
    // "." if the socket is in the data directory.
    socketDir: path.resolve(dataDir, lines[4] ?? ''),
    status: lines[7]?.trim() ?? '',
  }
}

function processNameAndState(pid: number): { name: string; zombie: boolean } | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
      const nameEnd = stat.lastIndexOf(')')
      return {
        name: stat.slice(stat.indexOf('(') + 1, nameEnd),
        zombie: /[ZX]/.test(stat.charAt(nameEnd + 2)),
      }
    }
    const [state = '', ...name] = execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
    })
      .trim()
      .split(/\s+/)
    return { name: path.basename(name.join(' ')), zombie: state.startsWith('Z') }
  } catch {
    return undefined
  }
}

function worksElsewhere(pid: number, dataDir: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) !== dataDir
  } catch {
    // Root without CAP_SYS_PTRACE (Docker's default) cannot read the working directory; the process name has to
    // suffice.
    return false
  }
}

/** A pid file survives kill -9 and power cuts, and its pid may since belong to any process. */
export function isServerProcess(pid: number, dataDir: string): boolean {
  const found = processNameAndState(pid)
  // In a container whose first process does not reap zombies, dead servers stay visible.
  if (!found || found.zombie || !found.name.startsWith('postgres')) return false
  return !worksElsewhere(pid, dataDir)
}

/** Whether a server accepts connections, even if its process is invisible (another container on the same volume). */
export function answers({ socketDir, port }: RunningServer): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(path.join(socketDir, `.s.PGSQL.${port}`))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

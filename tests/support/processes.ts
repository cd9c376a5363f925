import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const linesOf = (command: string, args: readonly string[]): number[] =>
  spawnSync(command, args).stdout.toString().split('\n').filter(Boolean).map(Number)

export const childrenOf = (pid: number | undefined): number[] => linesOf('pgrep', ['-P', String(pid)])

/** The worker processes of a server. */
export const workersOf = (pid: number | undefined): number[] =>
  childrenOf(pid).filter((it) => commandOf(it).endsWith('serve.mjs'))

/** The child process that generates image renditions ahead. */
export const picturesChildOf = (pid: number | undefined): number | null =>
  childrenOf(pid).find((it) => commandOf(it).endsWith('serve.mjs pictures')) ?? null

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean).join(' ')
  } catch {
    return ''
  }
}

/** Whether a process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Proportional set size of a process in MB: shared memory is divided among its processes. */
export const proportionalMb = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024

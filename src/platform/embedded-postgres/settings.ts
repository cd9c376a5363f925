import { totalmem } from 'node:os'

export type Settings = Readonly<Record<string, string | number | boolean>>

const MB = 2 ** 20
const LEAST_BUFFERS_MB = 128
const MOST_BUFFERS_MB = 1024

/** shared_buffers in MB: an eighth of the memory or cgroup limit, which PostgreSQL shares with Node. */
export function buffersFor(machineBytes: number, heldToBytes: number | undefined): number {
  const eighth = Math.floor(Math.min(machineBytes, heldToBytes || Infinity) / 8 / MB)
  return Math.max(LEAST_BUFFERS_MB, Math.min(MOST_BUFFERS_MB, eighth))
}

/** Settings for a machine that PostgreSQL shares with Node. */
const smallServer: Settings = {
  cluster_name: 'lounge',
  shared_buffers: `${buffersFor(totalmem(), process.constrainedMemory())}MB`,
  max_connections: 100,
  // On SSDs a random page costs almost the same as a sequential one.
  random_page_cost: 1.1,
  // JIT compilation takes longer than the short queries of a website.
  jit: false,
  // A confirmed booking must survive a power cut.
  fsync: true,
  synchronous_commit: true,
  // The log is not rotated while the server runs, so routine messages are off.
  log_checkpoints: false,
  // No TCP: clients use the Unix socket.
  listen_addresses: '',
}

const ofThisPlatform: Settings =
  // Crash recovery: one call per file system instead of opening every file.
  process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}

export function settingArguments(settings: Settings): string[] {
  const merged = Object.entries({ ...smallServer, ...ofThisPlatform, ...settings })
  return merged.flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

import { totalmem } from 'node:os'

export type Settings = Readonly<Record<string, string | number | boolean>>

const MB = 2 ** 20
const LEAST_BUFFERS_MB = 128
const MOST_BUFFERS_MB = 1024

/** An eighth of the memory there is, in MB: PostgreSQL shares it with Node, which may be held to less than all of it. */
export function buffersFor(machineBytes: number, heldToBytes: number | undefined): number {
  const eighth = Math.floor(Math.min(machineBytes, heldToBytes || Infinity) / 8 / MB)
  return Math.max(LEAST_BUFFERS_MB, Math.min(MOST_BUFFERS_MB, eighth))
}

/** For a machine that PostgreSQL shares with Node and everything else. */
const smallServer: Settings = {
  cluster_name: 'lounge',
  shared_buffers: `${buffersFor(totalmem(), process.constrainedMemory())}MB`,
  max_connections: 100,
  // SSDs read a page from anywhere at nearly the same cost.
  random_page_cost: 1.1,
  // Compiling a query takes longer than the short queries of a site.
  jit: false,
  // A confirmed booking must survive a power cut.
  fsync: true,
  synchronous_commit: true,
  // The log has no rotation while the server runs, so routine stays out of it.
  log_checkpoints: false,
  // Nobody comes in by the network.
  listen_addresses: '',
}

const ofThisPlatform: Settings =
  // After a crash: one call per file system instead of opening every file.
  process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}

export function settingArguments(settings: Settings): string[] {
  const merged = Object.entries({ ...smallServer, ...ofThisPlatform, ...settings })
  return merged.flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

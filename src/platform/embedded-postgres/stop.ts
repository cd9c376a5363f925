import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './error.ts'
import { removePrivateSocketDir } from './launch.ts'
import type { Membership } from './membership.ts'
import { isServerProcess, type RunningServer } from './pid-file.ts'
import type { Place } from './place.ts'

// A shutdown writes a checkpoint first.
export const STOP_WITHIN_MS = 60_000

export async function stopServer(place: Place, server: RunningServer, membership: Membership): Promise<void> {
  const { dataDir, logFile } = place
  const last = await membership.leave()
  if (last && isServerProcess(server.pid, dataDir)) {
    // SIGINT is a fast shutdown: it disconnects clients, whereas SIGTERM would wait for them.
    process.kill(server.pid, 'SIGINT')
    const deadline = Date.now() + STOP_WITHIN_MS
    while (isServerProcess(server.pid, dataDir)) {
      if (Date.now() > deadline) {
        throw new EmbeddedPostgresError(
          'timeout',
          `PostgreSQL (process ${server.pid}) has not stopped after ${STOP_WITHIN_MS / 1000} s: see ${logFile}`,
        )
      }
      await sleep(10)
    }
    removePrivateSocketDir(server.socketDir)
  }
  await membership.close()
}

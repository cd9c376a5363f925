import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts'

export type MeasuredDatabase = {
  readonly url: string
  /** Not the house's own way in: to fill a million rows takes longer than any guest may wait. */
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

/** A PostgreSQL of its own, as a venue would run it, gone when it is closed. */
export async function openMeasuredDatabase(): Promise<MeasuredDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-bench-db-'))
  const server = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres') })
  const { host, port, user, password } = server.connection
  const url = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  return {
    url,
    pool,
    async close() {
      await pool.end()
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type Latency = { readonly p50: number; readonly p99: number; readonly slowest: number }

/** The middle and the slow end of times measured in milliseconds. */
export function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
  return { p50: at(0.5), p99: at(0.99), slowest: sorted.at(-1) ?? Infinity }
}

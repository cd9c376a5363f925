import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts'

export type MeasuredDatabase = {
  readonly url: string
  /** A pool without statement timeout, since inserting a million rows takes longer than a request may. */
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

/** A temporary PostgreSQL with the settings of a venue. */
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

/** Median, 99th percentile and maximum of response times in milliseconds. */
export function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
  return { p50: at(0.5), p99: at(0.99), slowest: sorted.at(-1) ?? Infinity }
}

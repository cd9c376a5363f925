import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/**
 * Put first in a statement that is asked often and takes longer to plan than to run: each connection plans it once and
 * keeps the plan. Only for text that is always the same; what changes are the parameters.
 */
export const PLANNED_ONCE = '/* planned once */'

/** A pool whose connections keep the plans of what is marked so. */
export function keepPlans(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const keeping = known.get(client) ?? keepPlansOf(client)
      known.set(client, keeping)
      return keeping
    },
    end: () => pool.end(),
  }
}

const keepPlansOf = (client: pg.PoolClient): PostgresPoolClient => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query builder says which rows it asks for
  query: ((text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
    const name = text.startsWith(PLANNED_ONCE) ? nameOf(text) : undefined
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return client.query({ text, values: [...values], ...(name ? { name } : {}) }) as never
  }) as PostgresPoolClient['query'],
  release: () => client.release(),
})

const names = new Map<string, string>()

/** One name for one text: a connection that knows the name by another text refuses it. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

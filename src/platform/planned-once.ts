import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { asDatabaseError, breaksConnection, fromDatabase } from './db-errors.ts'

/**
 * Put first in a statement that is asked often and takes longer to plan than to run: each connection plans it once and
 * keeps the plan. Only for text that is always the same; what changes are the parameters.
 */
export const PLANNED_ONCE = '/* planned once */'

/**
 * A pool whose connections keep the plans of what is marked so, whose errors are known as the database's, and that throws
 * a connection away on which a query got no answer: the next guest would wait for the same silence.
 */
export function keepPlans(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await fromDatabase(pool.connect())
      const keeping = known.get(client) ?? keepPlansOf(client)
      known.set(client, keeping)
      return keeping
    },
    end: () => pool.end(),
  }
}

function keepPlansOf(client: pg.PoolClient): PostgresPoolClient {
  let isBroken = false
  const query = async (text: string, values: readonly unknown[]) => {
    // The rollback of a transaction would wait for as long again as the statement did.
    if (isBroken) throw asDatabaseError(new Error('connection terminated: an earlier query got no answer'))
    const name = text.startsWith(PLANNED_ONCE) ? nameOf(text) : undefined
    try {
      return await fromDatabase(client.query({ text, values: [...values], ...(name ? { name } : {}) }))
    } catch (error) {
      isBroken ||= breaksConnection(error)
      throw error
    }
  }
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query builder says which rows it asks for
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(isBroken),
  }
}

const names = new Map<string, string>()

/** One name for one text: a connection that knows the name by another text refuses it. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

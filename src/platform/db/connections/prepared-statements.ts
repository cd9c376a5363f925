import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { STATEMENT_MS } from './connections.ts'
import { asDatabaseError, breaksConnection, fromDatabase } from '../db-errors.ts'
import { isReadOnly } from '#platform/network/host-finder.ts'
import type { Liveness } from '#platform/observability/liveness.ts'

/**
 * Put first in a statement that is asked often and takes longer to plan than to run: each connection plans it once and
 * keeps the plan. Only for text that is always the same; what changes are the parameters.
 */
export const PREPARED_STATEMENTS = '/* planned once */'

type Options = {
  /** The connections lead to a pooler that may give each transaction another session: nothing may outlive a transaction. */
  readonly isPooled?: boolean
  readonly liveness: Liveness
}

type Known = { readonly client: PostgresPoolClient; readonly generation: number }

const DROP_AGAIN_AFTER_MS = 1000

/**
 * A pool whose connections keep the plans of what is marked so, whose errors are known as the database's, and that throws
 * a connection away on which a query got no answer: the next guest would wait for the same silence. Once a write was
 * refused because the server is read-only, no older connection is used again: after a failover all of them lead there. A
 * query of a database that turns out to be silent is given up, and its connection is cut: what was not committed is rolled
 * back.
 */
export function withPreparedStatements(pool: pg.Pool, { isPooled = false, liveness }: Options): PostgresPool {
  const known = new WeakMap<pg.PoolClient, Known>()
  let generation = 0
  let droppedAt = Number.NEGATIVE_INFINITY
  const onReadOnly = (): void => {
    if (performance.now() - droppedAt < DROP_AGAIN_AFTER_MS) return
    droppedAt = performance.now()
    generation += 1
  }
  const planned = {
    async connect() {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- the next connection is asked for once this one was dropped
        const client = await fromDatabase(pool.connect())
        const it = known.get(client) ?? {
          client: prepareClient(client, { isPooled, liveness, onReadOnly }),
          generation,
        }
        known.set(client, it)
        if (it.generation === generation) return it.client
        client.release(true)
      }
    },
    end: () => pool.end(),
    // For connections that the query builder opens beside the pool.
    options: pool.options,
  }
  return planned
}

function prepareClient(
  client: pg.PoolClient,
  { isPooled, liveness, onReadOnly }: Required<Options> & { readonly onReadOnly: () => void },
): PostgresPoolClient {
  let isBroken = false
  const query = async (text: string, values: readonly unknown[]) => {
    // The rollback of a transaction would wait for as long again as the statement did.
    if (isBroken) throw asDatabaseError(new Error('connection terminated: an earlier query got no answer'))
    const name = !isPooled && text.startsWith(PREPARED_STATEMENTS) ? nameOf(text) : undefined
    const statement = isPooled && text === 'begin' ? BEGIN_WITH_LIMIT : text
    try {
      const asked = client.query({ text: statement, values: [...values], ...(name ? { name } : {}) })
      return await fromDatabase(liveness.query(asked))
    } catch (error) {
      isBroken ||= breaksConnection(error)
      if (isReadOnly(error)) onReadOnly()
      throw error
    }
  }
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query builder says which rows it asks for
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy?: boolean) => client.release(isBroken || destroy === true),
  }
}

// A limit set for the session would stay with whichever connection the pooler lent for the moment.
const BEGIN_WITH_LIMIT = `begin; set local statement_timeout = ${STATEMENT_MS}`

const names = new Map<string, string>()

/** One name for one text: a connection that knows the name by another text refuses it. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

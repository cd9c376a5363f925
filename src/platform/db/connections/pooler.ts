import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { openClient } from './connections.ts'

const SETTING = 'lounge.session'
const TRIES = 3
const ALONE_MS = 1500

/** Whether a connection goes through a pooler: the process that answers is not the one that greeted. */
async function isPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // The driver's types omit `processID`, the backend's id from the handshake.
  return 'processID' in client && rows[0]?.pid !== client.processID
}

/**
 * Explains why a pooler cannot serve connections that outlive a transaction, such as LISTEN; null without a pooler or in
 * session mode. The check sets a session variable: in transaction mode a second connection gets the same session and
 * sees it.
 */
export async function findPooling(client: pg.Client, url: string): Promise<string | null> {
  if (!(await isPooler(client))) return null
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    if (await sharesSessions(client, url))
      return 'leads to a pooler in transaction mode: set DATABASE_DIRECT_URL to the database itself, past the pooler'
  }
  return null
}

async function sharesSessions(client: pg.Client, url: string): Promise<boolean> {
  const mark = randomUUID()
  await client.query('select set_config($1, $2, false)', [SETTING, mark])
  // A pool of whole sessions may have none left for a second connection.
  const other = openClient(url, { statementTimeoutMs: 0, queryTimeoutMs: ALONE_MS })
  other.on('error', () => undefined)
  try {
    await other.connect()
    const theirs = await readMark(other)
    return theirs === mark || (await readMark(client)) !== mark
  } catch {
    return false
  } finally {
    other.end().catch(() => undefined)
  }
}

async function readMark(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>('select current_setting($1, true) as mark', [
    SETTING,
  ])
  return rows[0]?.mark ?? null
}

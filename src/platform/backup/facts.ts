import { type Connection, openClient } from '../connections.ts'
import { fromDatabase } from '../db-errors.ts'

export type DatabaseFacts = { readonly postgres: string; readonly schema: string | null }

/** What a backup has to say of the database it is made of. */
export async function readFacts(connection: Connection): Promise<DatabaseFacts> {
  const client = openClient(connection)
  client.on('error', () => undefined)
  await fromDatabase(client.connect())
  try {
    const { rows } = await client.query<{ postgres: string; landed: boolean }>(
      `select current_setting('server_version') as postgres, to_regclass('schema_migrations') is not null as landed`,
    )
    const [facts] = rows
    if (!facts?.landed) return { postgres: facts?.postgres ?? '', schema: null }
    const newest = await client.query<{ name: string }>(
      'select name from schema_migrations order by name desc limit 1',
    )
    return { postgres: facts.postgres, schema: newest.rows[0]?.name ?? null }
  } finally {
    await client.end()
  }
}

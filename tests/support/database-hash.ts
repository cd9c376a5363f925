import type { TestDatabase } from './database.ts'

/** Tables that jobs and sign-ins write at any time, whatever staff do. */
const WRITTEN_ANYWAY = ['sign_in_attempts', 'provider_readings']

/** A hash of every table that staff can change. */
export async function databaseHash({ pool }: Pick<TestDatabase, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)
     order by 1`,
    [WRITTEN_ANYWAY],
  )
  const sums = await Promise.all(
    rows.map(async ({ name }) => {
      const found = await pool.query<{ sum: string }>(
        `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
      )
      return `${name} ${found.rows[0]?.sum}`
    }),
  )
  return sums.join('\n')
}

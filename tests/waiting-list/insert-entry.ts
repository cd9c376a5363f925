import type { TestDatabase } from '../support/database.ts'

/** A party in line for a dinner, of which an offer is made by hand. */
export async function insertDinnerEntry(
  { pool }: Pick<TestDatabase, 'pool'>,
  { dinnerAt, date }: { readonly dinnerAt: string; readonly date: string },
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into waiting_entries (dinner_at, business_date, guest_name, guest_email, guest_phone, guest_count, consented_at,
       idempotency_key)
     values ($1, $2, 'Kofi Mensah', 'kofi@example.com', '9725550142', 2, now(), new_id()) returning id`,
    [dinnerAt, date],
  )
  return rows[0]?.id ?? ''
}

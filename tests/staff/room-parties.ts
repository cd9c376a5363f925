import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../support/database.ts'

export type RoomParty = {
  /** Left out for a party without a table. */
  readonly table?: number
  readonly guests?: number
  readonly type?: 'dining' | 'nightlife'
  /** Minutes from now. */
  readonly from?: number
  readonly to?: number
  /** Recorded acts, in order. */
  readonly acts?: readonly ('arrived' | 'seated' | 'left' | 'no_show')[]
}

/** Books a party of tonight whose time began half an hour ago, and records what happened to it. */
export async function bookInRoom({ pool }: TestDatabase, name: string, it: RoomParty): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_phone, guest_count, status)
     values ((select id from venue_tables where table_number = $1), $2, business_day_of(now()),
       now() + make_interval(mins => $3), now() + make_interval(mins => $4), $5, 'guest@example.com', '9725550142', $6,
       'confirmed') returning id`,
    [it.table ?? null, it.type ?? 'dining', it.from ?? -30, it.to ?? 60, name, it.guests ?? 4],
  )
  const id = rows[0]?.id ?? ''
  for (const kind of it.acts ?? [])
    // oxlint-disable-next-line no-await-in-loop -- acts have an order
    await pool.query(
      `insert into arrival_events (id, reservation_id, kind, guests, table_number, happened_at, actor_id, actor_name)
       values ($1, $2, $3, $4, $5, now() - interval '12 minutes', $1, 'Ama')`,
      [
        randomUUID(),
        id,
        kind,
        kind === 'arrived' || kind === 'left' ? (it.guests ?? 4) : null,
        kind === 'seated' ? (it.table ?? null) : null,
      ],
    )
  return id
}

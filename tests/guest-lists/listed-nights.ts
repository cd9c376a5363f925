import type { TestDatabase } from '../support/database.ts'

export type ListFacts = {
  readonly name?: string
  readonly promoter?: string
  readonly maxGuests?: number
  readonly isOpen?: boolean
  readonly reducedCents?: number
  /** Time of the night until which the terms hold; all night without one. */
  readonly untilTime?: string
  /** Days from tonight to the night. */
  readonly inDays?: number
  readonly title?: string
}

export type MadeList = { readonly id: string; readonly code: string; readonly eventId: string }

/** A guest list of a night of its own, from 9 PM to 5 AM, with a cover of $25. */
export async function makeGuestList({ pool }: TestDatabase, facts: ListFacts = {}): Promise<MadeList> {
  const { rows } = await pool.query<MadeList>(
    `with night as (
       insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
       select 'night-' || substr(new_id()::text, 25), $1, description, business_day_of(now()) + $2::integer,
         '21:00', '05:00', category, '$25', price_range from events limit 1 returning id
     )
     insert into guest_lists (event_id, name, promoter, terms, reduced_cents, until_time, max_guests, is_open)
     select id, $3, $4, case when $5::integer is null then 'free' else 'reduced' end, $5, $6::time, $7, $8
     from night returning id, code, event_id as "eventId"`,
    [
      facts.title ?? 'Highlife Saturday',
      facts.inDays ?? 0,
      facts.name ?? 'Friends of Kojo',
      facts.promoter ?? 'Kojo Asante',
      facts.reducedCents ?? null,
      facts.untilTime ?? null,
      facts.maxGuests ?? 40,
      facts.isOpen ?? true,
    ],
  )
  if (!rows[0]) throw new Error('the list was not made')
  return rows[0]
}

/** Entries of a list that stand, in the order of names: `Ama Mensah 4`. */
export async function entriesOf({ pool }: TestDatabase, listId: string): Promise<string[]> {
  const { rows } = await pool.query<{ entry: string }>(
    `select guest_name || ' ' || guest_count as entry from guest_list_entries
     where list_id = $1 and removed_at is null order by guest_name`,
    [listId],
  )
  return rows.map(({ entry }) => entry)
}

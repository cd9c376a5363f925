import { type RawBuilder, sql } from 'kysely'
import type { ListedNames } from '#lib/names/listed-names.ts'

/** Whether a name `n` of a guest list can be told of a change: by email, or by a text that its guest agreed to. */
export const isReachable = (): RawBuilder<boolean> =>
  sql<boolean>`(n.guest_email is not null
    or n.guest_phone is not null and exists (select from text_consents c where c.list_entry_id = n.id))`

/** The names on the lists of the event `e` that stand, and those of them that can be told of a change. */
export const listedNames = (): RawBuilder<ListedNames> => sql`(
  select json_build_object('names', count(*), 'reachable', count(*) filter (where ${isReachable()}))
  from guest_list_entries n join guest_lists l on l.id = n.list_id where l.event_id = e.id and n.removed_at is null)`

import { data } from 'react-router'
import { findShare, makeEntryCalendar } from '#features/reservation-management/entry-shares/service.ts'
import { withContext } from '#http/context.ts'
import type { Route } from './+types/entry-calendar.ts'
import { calendarResponse } from './calendar-response.ts'

/** Calendar file of a friend who comes with a party; where their code is not valid any more, the file that removes the entry. */
export const loader = withContext(async (deps, { params }: Route.LoaderArgs) => {
  const id = deps.tokens.read('entry_share', params.token)
  const friend = id === null ? undefined : await findShare(deps.db, { id })
  if (!friend || friend.isDeleted) throw data('Entry not found', { status: 404 })
  const text = makeEntryCalendar({
    friend,
    venue: await deps.loadVenue(),
    link: `${deps.origin}/shared-entry/${params.token}`,
    now: deps.now,
  })
  return calendarResponse({ name: 'entry', text })
})

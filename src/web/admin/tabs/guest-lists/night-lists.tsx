import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { termsText } from '#features/guest-lists/rules.ts'
import type { GuestList, ListedNight } from '#features/guest-lists/schema.ts'
import { type CalendarDate, formatDate, isCalendarDate } from '#lib/venue-time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { DatePicker } from '../tonight/date-picker.tsx'
import { LISTS_KEY, LISTS_PATH } from './list-fields.ts'
import { ListForm } from './list-form.tsx'
import { Promoters } from './promoters.tsx'
import { ToldNotices } from './told-notice.tsx'

/** The guest lists of the coming nights, tonight first; with a date, those of that night. */
export function NightLists() {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('date')
  const date = asked !== null && isCalendarDate(asked) ? asked : null
  const nights = useQuery({
    queryKey: [...LISTS_KEY, 'nights', date ?? 'coming'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      apiFetch(`${LISTS_PATH}?${new URLSearchParams(date === null ? {} : { date })}`, { signal }),
  })
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<GuestList | null>(null)
  const canEdit = useCan('guest_lists.edit')
  // The dialog is gone then: as long as it is open, its typed text would hold the navigation.
  if (added) return <Navigate to={`/admin/guest-lists/${added.id}`} />
  if (!nights.data)
    return nights.error ? (
      <LoadFailure what="The guest lists" text={nights.error.message} onRetry={() => void nights.refetch()} />
    ) : (
      <LoadingRows label="Loading the guest lists" />
    )
  const { today, nights: shown, told } = nights.data
  return (
    <>
      <TabHead title="Guest lists">
        <DatePicker
          date={date ?? today}
          today={today}
          onDate={(next) => setQuery(next === today ? {} : { date: next }, { replace: true })}
        />
        {canEdit && shown.length > 0 ? <Button onClick={() => setAdding(true)}>Add list</Button> : null}
      </TabHead>
      <ToldNotices told={told} />
      <Nights nights={shown} date={date} today={today} />
      {isAdding ? (
        <ListForm list={null} nights={shown} onSaved={setAdded} onClose={() => setAdding(false)} />
      ) : null}
    </>
  )
}

type NightsProps = {
  readonly nights: readonly ListedNight[]
  readonly date: CalendarDate | null
  readonly today: CalendarDate
}

function Nights({ nights, date, today }: NightsProps) {
  const listed = date === null ? nights.filter((it) => it.lists.length > 0) : nights
  const counted = date ?? today
  if (listed.length === 0)
    return (
      <StateNote
        title="No guest lists"
        text={
          nights.length === 0
            ? 'No event takes place then. A guest list belongs to an event.'
            : 'Promoters and staff put names on lists, and guests can put themselves on them by a link.'
        }
      />
    )
  return (
    <>
      {listed.map((night) => (
        <div key={night.id} className="flex flex-col gap-2">
          <h3 className="text-xl">
            {night.title}
            <span className="ml-3 font-sans text-sm text-sand">{formatDate(night.date, 'medium')}</span>
          </h3>
          {night.lists.length === 0 ? (
            <p className="text-sand">No guest list yet.</p>
          ) : (
            <ul className="flex flex-col">
              {night.lists.map((list) => (
                <li key={list.id}>
                  <ListRow list={list} />
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {counted <= today ? <Promoters date={counted} /> : null}
    </>
  )
}

const ListRow = ({ list }: { list: GuestList }) => (
  <Link
    to={`/admin/guest-lists/${list.id}`}
    className="flex min-h-14 items-center gap-3 rounded-lg border-b border-bark px-1 py-2 hover:bg-cocoa"
  >
    <span className="flex min-w-0 flex-1 flex-col">
      <span className="truncate font-semibold">{list.name}</span>
      <span className="truncate text-sm text-sand">
        {[list.promoter, termsText(list)].filter((it) => it !== '').join(' · ')}
      </span>
    </span>
    {list.isOpen ? null : <Badge>Closed</Badge>}
    <span className="font-display text-lg whitespace-nowrap tabular-nums">
      {list.guests}
      <span className="text-sm text-sand"> of {list.maxGuests}</span>
    </span>
  </Link>
)

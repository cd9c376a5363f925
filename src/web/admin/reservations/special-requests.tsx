import { memo } from 'react'
import type { BookEntry } from '#features/guest-book/schema.ts'
import { formatDay } from '#lib/venue-time.ts'
import { Panel } from '#ui/desk/panel.tsx'
import { tableWords } from './book-words.ts'

type Props = { readonly items: readonly BookEntry[] }

/** What the guests of the list have asked for, one after the other. */
export const SpecialRequests = memo(function SpecialRequests({ items }: Props) {
  const asked = items.filter((it) => it.specialRequests)
  if (asked.length === 0) return null
  return (
    <Panel>
      <h3 className="text-lg">Special Requests</h3>
      <ul className="mt-3 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {asked.map((it) => (
          <li key={it.id} className="rounded-lg border border-bark bg-night px-4 py-3">
            <p className="font-semibold">{it.guestName}</p>
            <p className="text-sm text-dune">
              {it.event?.title ?? 'Dinner'}, {formatDay(it.date)}, table {tableWords(it.tableNumbers)}
            </p>
            <p className="mt-1 break-words whitespace-pre-line text-sand">{it.specialRequests}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
})

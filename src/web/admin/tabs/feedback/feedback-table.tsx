import { memo } from 'react'
import { Link } from 'react-router'
import type { FeedbackEntry } from '#features/reminders/feedback/schema.ts'
import { countText } from '#lib/text/count.ts'
import { shownDay, shownMoment } from '#ui/admin/shown-time.ts'
import { Cell, type Column, DenseTable } from '#ui/admin/lists/dense-table.tsx'
import { RatingMark } from './rating-mark.tsx'

const COLUMNS: readonly Column[] = [
  { name: 'Guest', width: 'w-48 xl:w-56', isFixed: true },
  { name: 'Rating', width: 'w-18', isFixed: true },
  { name: 'Words', isFixed: true },
  { name: 'Visit', width: 'w-40 xl:w-52', isFixed: true },
  { name: 'Given', width: 'w-44', isFixed: true },
]

/** Feedback, one row each, with all words of the guest. */
export const FeedbackTable = ({
  entries,
  onSeen,
}: Pick<RowProps, 'onSeen'> & { readonly entries: readonly FeedbackEntry[] }) => (
  <DenseTable label="Feedback" columns={COLUMNS}>
    {entries.map((entry) => (
      <FeedbackRow key={entry.id} entry={entry} onSeen={onSeen} />
    ))}
  </DenseTable>
)

const visitText = ({ date, eventTitle }: FeedbackEntry): string =>
  `${shownDay(date)} · ${eventTitle ?? 'Dinner'}`

type RowProps = {
  readonly entry: FeedbackEntry
  readonly onSeen: (id: string) => void
}

const FeedbackRow = memo(function FeedbackRow({ entry, onSeen }: RowProps) {
  const { id, guestName, guestCount, rating, comment, givenAt, isUnseen } = entry
  const given = shownMoment(givenAt)
  return (
    <tr
      role="row"
      data-row={id}
      className="h-10 border-b border-bark align-top text-sm leading-5 max-lg:block max-lg:h-auto max-lg:py-2"
    >
      <th role="rowheader" scope="row" className="py-0.5 pr-2 font-normal max-lg:block max-lg:p-0 xl:pr-3">
        <Link
          to={`/admin/reservations/${id}`}
          title={guestName}
          className="block min-h-11 content-center rounded-lg hover:bg-cocoa lg:min-h-9"
        >
          <span className="flex items-center gap-2">
            <span className="truncate font-semibold text-brass max-lg:text-base">{guestName}</span>
            <span className="shrink-0 lg:hidden">
              <RatingMark rating={rating} />
            </span>
          </span>
          <span className="block truncate text-xs text-dune">
            {countText(guestCount, 'guest')}
            <span className="lg:hidden">{` · ${visitText(entry)}`}</span>
          </span>
        </Link>
      </th>
      <Cell of="Rating" className="pt-2">
        <RatingMark rating={rating} />
      </Cell>
      <td role="cell" className="py-2 pr-3 wrap-anywhere whitespace-pre-line max-lg:block max-lg:p-0">
        {comment === '' ? <span className="text-dune">No words</span> : comment}
        {isUnseen ? (
          <button
            type="button"
            className="block min-h-11 text-brass underline hover:text-cream lg:min-h-8"
            aria-label={`Mark the feedback of ${guestName} as looked at`}
            onClick={() => onSeen(id)}
          >
            Looked at
          </button>
        ) : null}
      </td>
      <Cell of="Visit" className="pt-2">
        <span title={visitText(entry)}>{visitText(entry)}</span>
      </Cell>
      <Cell of="Given" className="pt-2 tabular-nums">
        <time dateTime={givenAt}>{given}</time>
      </Cell>
    </tr>
  )
})

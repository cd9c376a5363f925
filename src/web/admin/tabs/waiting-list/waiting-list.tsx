import { useState } from 'react'
import type { StaffEntry, StaffLine } from '#features/waiting-list/staff/schema.ts'
import { formatPhone, telHref } from '#lib/phone.ts'
import { countText } from '#lib/text/count.ts'
import { clockAt } from '#lib/venue-time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { LoadFailure, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { StateNote } from '#ui/state.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { useRemoval, useWaitingList } from './use-waiting-list.ts'

type Opened = { readonly entry: StaffEntry; readonly kind: StaffLine['kind'] }

/** The waiting lists of a date, or as `useWaitingList` finds it. The tab and the floor screen show it. */
export function WaitingList({ date }: { date: string | null }) {
  const { data, error, refetch } = useWaitingList(date)
  const [offering, setOffering] = useState<Opened | null>(null)
  const [removing, setRemoving] = useState<StaffEntry | null>(null)
  const removal = useRemoval(() => setRemoving(null))
  if (!data)
    return error ? (
      <LoadFailure what="The waiting list" text={error.message} onRetry={() => void refetch()} />
    ) : (
      <LoadingRows label="Loading the waiting list" />
    )
  if (data.lines.length === 0)
    return (
      <StateNote
        title="No party is waiting"
        text="Guests join on the page of an event, or at a dinner time that is full."
      />
    )
  return (
    <>
      {data.lines.map((line) => (
        <Line
          key={line.key}
          line={line}
          onOffer={(entry) => setOffering({ entry, kind: line.kind })}
          onRemove={setRemoving}
        />
      ))}
      {offering ? <OfferDialog {...offering} onClose={() => setOffering(null)} /> : null}
      {removing ? (
        <ConfirmDialog
          isOpen
          question={`Remove ${removing.guestName}?`}
          confirm="Remove"
          isBusy={removal.isPending}
          onConfirm={() => removal.mutate(removing)}
          onClose={() => setRemoving(null)}
        >
          <p className="text-sand">
            {removing.status === 'offered'
              ? 'The offer ends after 10 seconds, in which you can undo this, and the table goes to the next party in line.'
              : 'The party loses its place in line. You can undo this for 10 seconds; after that it can join again at the end.'}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

type LineProps = {
  readonly line: StaffLine
  readonly onOffer: (entry: StaffEntry) => void
  readonly onRemove: (entry: StaffEntry) => void
}

/** Whether a party still waits, or has an offer. */
export const isInLine = ({ status }: StaffEntry): boolean => status === 'waiting' || status === 'offered'

function Line({ line: { title, when, entries }, onOffer, onRemove }: LineProps) {
  const open = entries.filter(isInLine)
  const ended = entries.filter((it) => !isInLine(it))
  return (
    <section aria-label={`${title}, ${when}`} className="flex flex-col">
      <h3 className="text-xl">
        {title}
        <span className="ml-3 font-sans text-sm text-sand">{when}</span>
      </h3>
      <p className="text-sm text-sand">{countText(open.length, 'party', 'parties')} in line</p>
      <ul className="mt-1 flex flex-col">
        {[...open, ...ended].map((entry) => (
          <Row key={entry.id} entry={entry} onOffer={onOffer} onRemove={onRemove} />
        ))}
      </ul>
    </section>
  )
}

type RowProps = Omit<LineProps, 'line'> & { readonly entry: StaffEntry }

function Row({ entry, onOffer, onRemove }: RowProps) {
  const canEdit = useCan('reservations.edit')
  const { guestName, guestCount, guestPhone, zone, since, place, status } = entry
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 border-b border-bark py-1">
      <span
        aria-label={place === null ? undefined : `Place ${place}`}
        className="w-7 shrink-0 text-right font-display text-lg text-brass tabular-nums"
      >
        {place}
      </span>
      <div className="min-w-0 flex-1 basis-36">
        <p className={`font-semibold wrap-anywhere ${isInLine(entry) ? '' : 'text-sand'}`}>{guestName}</p>
        <p className="text-sm text-sand">
          {countText(guestCount, 'guest')} · {zone === null ? '' : `${zone} · `}
          <span className="whitespace-nowrap">since {clockAt(since)}</span>
          {' · '}
          <a href={telHref(guestPhone)} className="whitespace-nowrap underline">
            {formatPhone(guestPhone)}
          </a>
        </p>
        {entry.offerReason === null ? null : (
          <p className="text-sm wrap-anywhere text-sand">Out of turn: {entry.offerReason}</p>
        )}
      </div>
      <State entry={entry} />
      {canEdit && isInLine(entry) ? (
        <span className="flex">
          {status === 'waiting' ? (
            <Button
              look="quiet"
              className="px-3"
              aria-label={`Offer a table to ${guestName}`}
              onClick={() => onOffer(entry)}
            >
              Offer
            </Button>
          ) : null}
          <Button
            look="quiet"
            className="px-3"
            aria-label={`Remove ${guestName}`}
            onClick={() => onRemove(entry)}
          >
            Remove
          </Button>
        </span>
      ) : null}
    </li>
  )
}

const STATE_NAMES = {
  waiting: null,
  accepted: 'Accepted',
  declined: 'Declined',
  lapsed: 'Lapsed',
  left: 'Left',
  removed: 'Removed',
  called_off: 'Called off',
} as const

function State({ entry: { status, heldUntil, tableNumber } }: { entry: StaffEntry }) {
  const table = tableNumber === null ? '' : ` table ${tableNumber}`
  if (status === 'offered')
    return (
      // On a phone it is on a line of its own, below the name.
      <span className="max-sm:ml-10">
        <Badge tone="brass">
          Offered{table}
          {heldUntil === null ? '' : ` until ${clockAt(heldUntil)}`}
        </Badge>
      </span>
    )
  const name = STATE_NAMES[status]
  if (name === null) return null
  return (
    <Badge
      tone={status === 'accepted' ? 'teal' : 'plain'}
    >{`${name}${status === 'accepted' ? table : ''}`}</Badge>
  )
}

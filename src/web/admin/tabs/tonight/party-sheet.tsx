import { useId, useState } from 'react'
import { Link } from 'react-router'
import { standingEvents } from '#features/reservation-management/arrivals/rules.ts'
import { MAX_EVENT_GUESTS } from '#features/reservation-management/arrivals/schema.ts'
import { telHref } from '#lib/phone.ts'
import { countText } from '#lib/text/count.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { NotePanel } from '../reservations/page/note-panel.tsx'
import { TablePanel } from '../reservations/page/table-panel.tsx'
import { GuestOfReservation } from '../guests/known-guest.tsx'
import type { ShownParty } from './parties.ts'
import { PartyTables } from './party-tables.tsx'
import { TagField } from './tag-field.tsx'
import {
  clockOf,
  confirmedText,
  doubleText,
  dueText,
  eventText,
  otherText,
  partyText,
  stateText,
  tableText,
} from './tonight-copy.ts'
import type { useActs } from './use-acts.ts'

type Props = {
  readonly party: ShownParty
  /** False before the date of the reservation: no guest can arrive yet. */
  readonly canRecord: boolean
  readonly record: ReturnType<typeof useActs>['record']
  readonly onAmend: () => void
  readonly onClose: () => void
}

/** Everything about a party, and every act on it, in a sheet that a thumb reaches. */
export function PartySheet({ party, canRecord, record, onAmend, onClose }: Props) {
  const id = useId()
  const { guestName, guestPhone, specialRequests, staffNote, packages, list, guest, type } = party
  const canEdit = useCan('reservations.edit')
  const canAnnotate = useCan('reservations.annotate')
  const seesGuests = useCan('guests.read')
  const seesLists = useCan('guest_lists.read')
  const seesReservations = useCan('reservations.read')
  // Others write it on the page of the reservation.
  const writesNote = canAnnotate && !seesReservations && type !== 'guest_list'
  const reservation = type === 'guest_list' ? null : { ...party, type }
  const due = dueText(party)
  const double = doubleText(party)
  const other = otherText(party)
  return (
    <Dialog isOpen onClose={onClose} labelledBy={id} className="sm:max-w-xl">
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <div>
          <h2 id={id} className="pr-12 font-display text-2xl">
            {guestName}
          </h2>
          <p className="text-sand">
            {[
              party.eventTitle ?? 'Dinner',
              list ? 'Guest list' : clockOf(party.startsAt),
              `${partyText(party)} ${party.guestCount === 1 ? 'guest' : 'guests'}`,
              tableText(party),
              stateText(party),
            ].join(' · ')}
          </p>
          <p className="text-sand">
            Code <span className="font-semibold text-cream">{party.entryCode}</span>
            {guestPhone ? (
              <>
                {' · '}
                <a href={telHref(guestPhone)} className="text-brass underline">
                  {guestPhone}
                </a>
              </>
            ) : null}
          </p>
          {party.confirmedAt ? <p className="text-teal-light">{confirmedText(party.confirmedAt)}</p> : null}
          {due ? <p className="mt-1 font-semibold text-brass">{due}</p> : null}
        </div>
        {canRecord ? <Acts party={party} record={record} /> : null}
        <Lines title="Please check" lines={double === '' ? [] : [double]} />
        <Lines title="Same evening" lines={other === '' ? [] : [other]} />
        <Lines title="Packages" lines={packages} />
        <Lines title="Requests" lines={specialRequests ? [specialRequests] : []} />
        <Lines title="Staff note" lines={staffNote && !writesNote ? [staffNote] : []} />
        <Lines title="Promoter" lines={list?.promoter ? [list.promoter] : []} />
        {guest && !seesGuests ? (
          <Lines title="Guest" lines={[guest.allergies, guest.note].filter((it) => it !== '')} />
        ) : null}
        {guest && seesGuests ? (
          <section aria-label="Guest">
            <h3 className="text-sm font-semibold text-sand">Guest</h3>
            <GuestOfReservation id={guest.id} />
          </section>
        ) : null}
        {canAnnotate && reservation ? <TagField party={reservation} /> : null}
        {writesNote && reservation ? <NotePanel item={reservation} /> : null}
        {canEdit && reservation && party.status !== 'cancelled' ? <TablePanel item={reservation} /> : null}
        {canEdit && reservation && party.status !== 'cancelled' ? <PartyTables party={party} /> : null}
        <History party={party} canRecord={canRecord} record={record} />
        <div className="flex flex-wrap gap-2">
          {canEdit && reservation && party.status !== 'cancelled' ? (
            <Button look="outline" onClick={onAmend}>
              Change reservation
            </Button>
          ) : null}
          {list && seesLists ? (
            <Link to={`/admin/guest-lists/${list.id}`} className={buttonClass('outline')}>
              Open guest list
            </Link>
          ) : null}
          {!list && seesReservations ? (
            <Link to={`/admin/reservations/${party.id}`} className={buttonClass('outline')}>
              Open reservation
            </Link>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <section>
      <h3 className="text-sm font-semibold text-sand">{title}</h3>
      {lines.map((line) => (
        <p key={line} className="wrap-break-word whitespace-pre-line">
          {line}
        </p>
      ))}
    </section>
  )

type ActsProps = Pick<Props, 'party' | 'record'>

/** The acts that are possible now. An arrival of more guests than were booked is confirmed first. */
function Acts({ party, record }: ActsProps) {
  const { attendance, guestCount, tableNumbers, list } = party
  const { arrived, inside, state } = attendance
  const rest = Math.max(1, guestCount - arrived)
  const [count, setCount] = useState(rest)
  const [asks, setAsks] = useState(false)
  const act = (title: string, ...newActs: Parameters<typeof record>[0]['newActs']): void =>
    void record({ party, newActs, title })
  const arrive = (): void => {
    setAsks(false)
    act(`${count} arrived`, { kind: 'arrived', guests: count })
    setCount(Math.max(1, guestCount - arrived - count))
  }
  return (
    <section aria-label="Record" className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <Stepper count={count} onCount={setCount} />
        <Button
          className="min-h-12 flex-1"
          onClick={() => (arrived + count > guestCount ? setAsks(true) : arrive())}
        >
          {`${count} arrived`}
        </Button>
      </div>
      <div className={`grid gap-2 ${list ? 'grid-cols-2' : 'grid-cols-3'}`}>
        {list ? null : (
          <Button
            look="outline"
            className="min-h-12 px-2"
            disabled={tableNumbers.length === 0 || inside === 0 || state === 'seated'}
            onClick={() => act(`Seated at ${tableText(party).toLowerCase()}`, { kind: 'seated' })}
          >
            Seated
          </Button>
        )}
        <Button
          look="outline"
          className="min-h-12 px-2"
          disabled={inside === 0}
          onClick={() => act(`${inside} left`, { kind: 'left', guests: inside })}
        >
          {inside > 0 ? `${inside} left` : 'Left'}
        </Button>
        <Button
          look="outline"
          className="min-h-12 px-2"
          disabled={arrived > 0 || state === 'no_show' || state === 'cancelled'}
          onClick={() => act('No-show', { kind: 'no_show' })}
        >
          No-show
        </Button>
      </div>
      <ConfirmDialog
        isOpen={asks}
        question={`${arrived + count} guests in a party of ${guestCount}?`}
        confirm={`Yes, ${countText(count, 'guest')} arrived`}
        isGrave={false}
        onConfirm={arrive}
        onClose={() => setAsks(false)}
      >
        <p className="text-sand">
          {list
            ? `The guest list has ${countText(guestCount, 'place')} for this name.`
            : `The table and the cover were booked for ${guestCount}.`}
        </p>
      </ConfirmDialog>
    </section>
  )
}

const STEP = buttonClass('outline', 'size-12 px-0 text-xl')

const Stepper = ({ count, onCount }: { count: number; onCount: (count: number) => void }) => (
  <div role="group" aria-label="Guests" className="flex items-center gap-1">
    <button
      type="button"
      aria-label="One fewer"
      className={STEP}
      disabled={count <= 1}
      onClick={() => onCount(count - 1)}
    >
      <span aria-hidden="true">−</span>
    </button>
    <output className="w-9 text-center font-display text-xl tabular-nums">{count}</output>
    <button
      type="button"
      aria-label="One more"
      className={STEP}
      disabled={count >= MAX_EVENT_GUESTS}
      onClick={() => onCount(count + 1)}
    >
      <span aria-hidden="true">+</span>
    </button>
  </div>
)

/** Recorded events, latest last. One that still counts can be taken back. */
function History({ party, canRecord, record }: Omit<Props, 'onAmend' | 'onClose'>) {
  if (party.events.length === 0) return null
  const standing = new Set(standingEvents(party.events).map(({ id }) => id))
  return (
    <section>
      <h3 className="text-sm font-semibold text-sand">Recorded</h3>
      <ol className="flex flex-col">
        {party.events
          .filter(({ kind }) => kind !== 'undone')
          .map((event) => (
            <li key={event.id} className="flex min-h-11 items-center gap-2 border-b border-bark">
              <span className={`min-w-0 flex-1 ${standing.has(event.id) ? '' : 'text-dune line-through'}`}>
                {`${clockOf(event.happenedAt)} · ${eventText(event)} · ${event.actorName}`}
              </span>
              {canRecord && standing.has(event.id) ? (
                <Button
                  look="quiet"
                  className="px-3"
                  aria-label={`Take back: ${eventText(event)}`}
                  onClick={() =>
                    void record({
                      party,
                      newActs: [{ kind: 'undone', undoesId: event.id }],
                      title: `Taken back: ${eventText(event)}`,
                    })
                  }
                >
                  Take back
                </Button>
              ) : null}
            </li>
          ))}
      </ol>
    </section>
  )
}

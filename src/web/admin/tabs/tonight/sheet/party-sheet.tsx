import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { standingEvents } from '#features/reservation-management/arrivals/rules.ts'
import { telHref } from '#lib/phone.ts'
import { clockAt } from '#lib/venue-time.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SidePanel } from '#ui/admin/lists/side-panel.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { NotePanel } from '../../reservations/page/note-panel.tsx'
import { TablePanel } from '../../reservations/page/table-panel.tsx'
import { GuestOfReservation } from '../../guests/known-guest.tsx'
import type { ShownParty } from '../parties.ts'
import { PartyActs } from './party-acts.tsx'
import { PartyTables } from './party-tables.tsx'
import { TagField } from './tag-field.tsx'
import { TakePayment } from './take-payment.tsx'
import {
  confirmedText,
  deletedText,
  doubleText,
  dueText,
  eventText,
  otherText,
  partyText,
  sourceText,
  stateText,
  releasedText,
  tableText,
} from '../tonight-copy.ts'
import type { useActs } from '../use-acts.ts'

type Props = {
  readonly party: ShownParty
  /** False before the date of the reservation: no guest can arrive yet. */
  readonly canRecord: boolean
  readonly record: ReturnType<typeof useActs>['record']
  readonly walkInsInside: number
  readonly onAmend: () => void
  readonly onClose: () => void
  /** Further acts of the screen that shows the sheet. */
  readonly children?: ReactNode
}

/** Everything about a party, and every act on it, in a sheet that a thumb reaches. */
export function PartySheet(props: Props) {
  const id = useId()
  return (
    <Dialog isOpen onClose={props.onClose} labelledBy={id} className="sm:max-w-xl">
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <div>
          <h2 id={id} className="pr-12 font-display text-2xl">
            {props.party.guestName}
          </h2>
          <PartyFacts party={props.party} />
        </div>
        <PartyRecord {...props} />
        <div className="flex flex-wrap gap-2">
          <AmendButton {...props} />
          <OpenLink party={props.party} />
          {props.children}
        </div>
      </div>
    </Dialog>
  )
}

/** A party beside the list. */
export function PartyPanel(props: Props) {
  const { party, onClose } = props
  return (
    <SidePanel id={party.id} title={party.guestName} page={usePageOf(party)} onClose={onClose}>
      <div>
        <PartyFacts party={party} />
      </div>
      <PartyRecord {...props} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        <AmendButton {...props} />
      </div>
    </SidePanel>
  )
}

/** Time, size, place, state, code and phone of a party, and what it owes. */
function PartyFacts({ party }: Pick<Props, 'party'>) {
  const { guestPhone, list } = party
  const due = dueText(party)
  return (
    <>
      <p className="text-sand">
        {[
          party.eventTitle ?? 'Dinner',
          list ? 'Guest list' : clockAt(party.startsAt),
          `${partyText(party)} ${party.guestCount === 1 ? 'guest' : 'guests'}`,
          releasedText(party) || tableText(party),
          stateText(party),
          sourceText(party),
        ]
          .filter((it) => it !== '')
          .join(' · ')}
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
      {list ? <p className="text-sand">{list.terms}</p> : null}
    </>
  )
}

function PartyRecord({ party, canRecord, record, walkInsInside }: Props) {
  const { specialRequests, staffNote, packages, list, guest } = party
  const canEdit = useCan('reservations.edit')
  const canAnnotate = useCan('reservations.annotate')
  const seesGuests = useCan('guests.read')
  const seesReservations = useCan('reservations.read')
  const reservation = reservationOf(party)
  // Others write it on the page of the reservation.
  const writesNote = canAnnotate && !seesReservations && party.type !== 'guest_list'
  const doubtful = [doubleText(party), deletedText(party)].filter((it) => it !== '')
  const other = otherText(party)
  return (
    <>
      {canRecord ? <PartyActs {...{ party, record, walkInsInside }} /> : null}
      <TakePayment party={party} />
      <Lines title="Please check" lines={doubtful} />
      {canRecord && party.isDouble ? <BothRight party={party} record={record} /> : null}
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
      {canEdit && reservation && party.status !== 'cancelled' ? (
        <TablePanel key={reservation.tableId ?? 'none'} item={reservation} />
      ) : null}
      {canEdit && reservation && party.status !== 'cancelled' ? <PartyTables party={party} /> : null}
      <History party={party} canRecord={canRecord} record={record} />
    </>
  )
}

/** Records that so many did come: the question whether the party was admitted twice does not come back. */
const BothRight = ({ party, record }: Pick<Props, 'party' | 'record'>) => (
  <Button
    look="outline"
    className="self-start"
    onClick={() =>
      void record({
        party,
        newActs: [{ kind: 'checked', guests: party.attendance.arrived }],
        title: `${party.attendance.arrived} came, checked`,
      })
    }
  >
    {`Both are right: ${party.attendance.arrived} came`}
  </Button>
)

/** The party as a reservation that staff may write; null for a guest list and for a deleted one. */
const reservationOf = (party: ShownParty) =>
  party.type === 'guest_list' || party.isDeleted ? null : { ...party, type: party.type }

function AmendButton({ party, onAmend }: Pick<Props, 'party' | 'onAmend'>) {
  const canEdit = useCan('reservations.edit')
  if (!canEdit || reservationOf(party) === null || party.status === 'cancelled') return null
  return (
    <Button look="outline" onClick={onAmend}>
      Change reservation
    </Button>
  )
}

/** The guest list of the party, or its reservation. Who may restore a deleted one sees it too. */
function usePageOf({ id, list, isDeleted }: ShownParty): string | null {
  const seesLists = useCan('guest_lists.read')
  const seesReservations = useCan('reservations.read')
  const seesDeleted = useCan('reservations.delete')
  if (list ? !seesLists : !seesReservations || (isDeleted && !seesDeleted)) return null
  return list ? `/admin/guest-lists/${list.id}` : `/admin/reservations/${id}`
}

function OpenLink({ party }: Pick<Props, 'party'>) {
  const page = usePageOf(party)
  if (page === null) return null
  return (
    <Link to={page} className={buttonClass('outline')}>
      {party.list ? 'Open guest list' : 'Open reservation'}
    </Link>
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

/** Recorded events, latest last. One that still counts can be taken back. */
function History({ party, canRecord, record }: Pick<Props, 'party' | 'canRecord' | 'record'>) {
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
                {`${clockAt(event.happenedAt)} · ${eventText(event)} · ${event.actorName}`}
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

import { memo } from 'react'
import { TAG_LABELS } from '#features/reservation-management/tonight/rules.ts'
import { ActionItem, ActionMenu } from '#ui/admin/lists/action-menu.tsx'
import { useTapGuard } from '#ui/admin/use-tap-guard.ts'
import { Button } from '#ui/button.tsx'
import type { ShownParty } from './parties.ts'
import {
  columnPlace,
  dueText,
  notesText,
  otherMark,
  partyText,
  phoneNotes,
  phonePlace,
  phoneState,
  shortClockOf,
  spokenText,
  stateText,
  tableText,
} from './tonight-copy.ts'
import { isLeaving, nextAct, otherActs, type RowAct } from './row-acts.ts'

type Props = {
  readonly party: ShownParty
  /** Place in the list: a row moves up where the one above it leaves a filter. */
  readonly place: number
  /** The party is open beside the list. */
  readonly isBeside: boolean
  readonly canRecord: boolean
  readonly onOpen: (party: ShownParty) => void
  readonly onAct: (party: ShownParty, act: RowAct) => void
  /** Missing where staff may not change tables. */
  readonly onMove: ((party: ShownParty) => void) | undefined
}

export const STATE_LOOKS = {
  expected: 'text-sand',
  part_arrived: 'text-brass',
  arrived: 'text-teal-light',
  seated: 'text-teal-light',
  out: 'text-brass',
  left: 'text-dune',
  no_show: 'text-rose',
  cancelled: 'text-rose line-through',
} as const

/** Height of a row in px: eight of them fit below the head of the screen on a phone. */
export const ROW_PX = { phone: 60, wide: 40 } as const

/** A party on one line of a wide screen, and on three lines of a phone. */
export const PartyRow = memo(function PartyRow(props: Props) {
  const { party, place, isBeside, canRecord, onOpen, onAct, onMove } = props
  const { guestName, attendance, status } = party
  const next = canRecord ? nextAct(party) : null
  const guard = useTapGuard(`${place} ${next?.label}`)
  const due = dueText(party)
  const notes = notesText(party)
  const hasNotes = notes !== '' || party.isDouble
  const urgent = party.shownTags.filter(isUrgent)
  return (
    <div
      className={`grid h-15 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-1 border-b border-bark lg:h-10 lg:gap-2 ${isBeside ? 'bg-cocoa shadow-[inset_3px_0_var(--color-brass)]' : ''}`}
    >
      <button
        type="button"
        data-row-main=""
        aria-current={isBeside ? 'true' : undefined}
        onClick={() => onOpen(party)}
        aria-label={spokenText(party)}
        className="grid h-full min-w-0 grid-cols-[4rem_minmax(0,1fr)] content-center items-center gap-x-2 rounded-lg px-1 text-left hover:bg-cocoa lg:grid-cols-[5rem_minmax(0,1.3fr)_4.5rem_minmax(5rem,0.7fr)_minmax(0,1.3fr)_minmax(0,1.1fr)_6rem] lg:gap-x-3 lg:group-data-beside/list:grid-cols-[4rem_minmax(0,1fr)_4.5rem] xl:group-data-beside/list:grid-cols-[4rem_minmax(0,1.4fr)_4.5rem_minmax(0,1fr)]"
      >
        <span className="text-sm whitespace-nowrap text-sand tabular-nums max-lg:row-span-2">
          {shortClockOf(party.startsAt)}
          <span className="block text-xs leading-4 font-semibold text-brass lg:hidden">
            {otherMark(party)}
          </span>
        </span>
        <span className="flex min-w-0 items-center gap-1.5 leading-5">
          <span className={`truncate font-semibold ${status === 'cancelled' ? 'line-through' : ''}`}>
            {guestName}
          </span>
          <span className="contents lg:hidden">
            <Tags tags={urgent} />
          </span>
          <span className="contents max-lg:hidden">
            <Tags tags={party.shownTags} />
          </span>
        </span>
        <PhoneLines party={party} />
        <span className="text-sm tabular-nums max-lg:hidden">{partyText(party)}</span>
        <span
          className="truncate text-sm group-data-beside/list:hidden max-lg:hidden"
          title={tableText(party)}
        >
          {columnPlace(party)}
        </span>
        <span
          className={`truncate text-sm text-brass max-lg:hidden max-xl:group-data-beside/list:hidden ${hasNotes ? '' : 'col-span-2 group-data-beside/list:col-span-1'}`}
          title={due}
        >
          {due}
        </span>
        {hasNotes ? (
          <span
            className="truncate text-sm text-sand group-data-beside/list:hidden max-lg:hidden"
            title={notes}
          >
            <Doubt party={party} />
            {notes}
          </span>
        ) : null}
        <span
          className={`text-sm font-semibold group-data-beside/list:hidden max-lg:hidden ${STATE_LOOKS[attendance.state]}`}
        >
          {stateText(party)}
        </span>
      </button>
      <span className="w-21 max-xl:group-data-beside/list:hidden lg:w-24">
        {next ? (
          <Button
            look="outline"
            className={`min-h-12 w-full px-1 lg:min-h-9 lg:py-1 ${isLeaving(next) ? 'border-bark text-sand' : ''}`}
            aria-label={`${next.label}: ${guestName}`}
            onClick={() => guard(() => onAct(party, next))}
          >
            {next.label}
          </Button>
        ) : (
          <span className={`block text-center text-sm lg:hidden ${STATE_LOOKS[attendance.state]}`}>
            {stateText(party)}
          </span>
        )}
      </span>
      {canRecord ? <RowMenu {...{ party, onOpen, onAct, onMove }} /> : null}
    </div>
  )
})

/**
 * The lines below the name on a phone: state, guests and place, and then what is due, which is never cut off. Marks and notes
 * take the rest of that line.
 */
const PhoneLines = ({ party }: { party: ShownParty }) => {
  const look = `font-semibold ${STATE_LOOKS[party.attendance.state]}`
  const due = dueText(party, { isShort: true })
  const state = phoneState(party)
  const place = phonePlace(party)
  const notes = phoneNotes(party)
  return (
    <>
      <span className="truncate text-sm leading-4.5 text-sand lg:hidden">
        {state === '' ? null : <span className={look}>{`${state} · `}</span>}
        <span className={look}>{partyText(party)}</span>
        {place === '' ? null : ` · ${place}`}
      </span>
      <span className="col-span-2 flex min-w-0 items-center gap-2 overflow-hidden text-sm leading-4.5 lg:hidden">
        {due === '' ? null : (
          <span className="shrink-0 font-semibold text-brass max-[22.5rem]:text-xs">{due}</span>
        )}
        <Tags tags={party.shownTags.filter((tag) => !isUrgent(tag))} />
        {notes === '' && !party.isDouble ? null : (
          <span className="truncate text-sand">
            <Doubt party={party} />
            {notes}
          </span>
        )}
      </span>
    </>
  )
}

/** The panel says who admitted whom, and when: a row has no room for it. */
const Doubt = ({ party }: { party: ShownParty }) =>
  party.isDouble ? <span className="font-semibold text-rose">Admitted twice? </span> : null

/** All acts of a row besides the next one. */
const RowMenu = ({ party, onOpen, onAct, onMove }: Omit<Props, 'canRecord' | 'place' | 'isBeside'>) => (
  <ActionMenu label={`More: ${party.guestName}`} className="min-h-12 w-12 lg:min-h-9">
    {otherActs(party).map((it) => (
      <ActionItem key={it.label} className="min-h-12" onChoose={() => onAct(party, it)}>
        {it.label}
      </ActionItem>
    ))}
    <ActionItem className="min-h-12" onChoose={() => onOpen(party)}>
      Another number…
    </ActionItem>
    {onMove && party.type !== 'guest_list' && party.status !== 'cancelled' ? (
      <ActionItem className="min-h-12" onChoose={() => onMove(party)}>
        Move…
      </ActionItem>
    ) : null}
  </ActionMenu>
)

type Tag = ShownParty['shownTags'][number]

/** A tag that must not be cut off on a phone: it stands beside the name. */
const isUrgent = (tag: Tag): boolean => tag === 'allergy'

const Tags = ({ tags }: { readonly tags: readonly Tag[] }) =>
  tags.map((tag) => (
    <span
      key={tag}
      className={`shrink-0 rounded px-1 text-xs leading-4 font-semibold ${tag === 'allergy' ? 'bg-burgundy text-cream' : 'bg-brass/20 text-brass'}`}
    >
      {TAG_LABELS[tag]}
    </span>
  ))

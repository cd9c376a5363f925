import { useMemo, useState } from 'react'
import { attendanceAt } from '#features/reservation-management/arrivals/rules.ts'
import { findParty, readScanned } from '#features/reservation-management/check-in/rules.ts'
import type { ExpectedParty } from '#features/reservation-management/check-in/schema.ts'
import { isOver } from '#features/reservation-management/check-in/verdict-lines/rules.ts'
import { formatClockShort, wallClock } from '#lib/venue-time.ts'
import { countText } from '#lib/text/count.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { attendanceFor, searchParties } from './device/check-in-state.ts'

type Props = {
  readonly parties: readonly ExpectedParty[]
  readonly now: Date
  readonly onParty: (id: string) => void
  readonly onCode: (text: string) => void
}

/**
 * Search by name, table, phone or code. A whole code is checked as if it was scanned, so that the code of a friend lets in that friend,
 * once, and not the party of the host; so is a text that finds no party.
 */
export function SearchPanel({ parties, now, onParty, onCode }: Props) {
  const [search, setSearch] = useState('')
  const found = useMemo(() => searchParties(parties, search), [parties, search])
  const text = search.trim()
  const openFound = (id: string): void => {
    const isCode = findParty(readScanned(text), parties) !== undefined
    if (isCode) onCode(text)
    else onParty(id)
    setSearch('')
  }
  const submit = (): void => {
    const [only, ...others] = found
    if (text === '') return
    if (only && others.length > 0) return
    if (only) return openFound(only.id)
    onCode(text)
    setSearch('')
  }
  return (
    <search className="flex flex-col gap-3">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <input
          type="search"
          aria-label="Name, code, table or last digits of the phone"
          placeholder="Name, code, table or phone"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="min-h-14 w-full rounded-xl border border-clay bg-ember px-4 text-xl text-cream placeholder:text-dune"
        />
      </form>
      {text === '' && parties.length === 0 ? (
        <p className="text-sand">No parties are expected tonight.</p>
      ) : null}
      {text === '' ? null : (
        <ul aria-label="Parties found" className="flex flex-col divide-y divide-bark">
          {found.map((party) => (
            <li key={party.id}>
              <Found party={party} now={now} onPress={() => openFound(party.id)} />
            </li>
          ))}
          {found.length === 0 ? (
            <li className="py-3 text-sand">No party of tonight has this. Enter checks it as a code.</li>
          ) : null}
        </ul>
      )}
    </search>
  )
}

const STATES = {
  expected: 'to come',
  part_arrived: 'part here',
  arrived: 'here',
  seated: 'seated',
  out: 'out',
  left: 'left',
  no_show: 'no-show',
  cancelled: 'cancelled',
} as const

type FoundProps = { readonly party: ExpectedParty; readonly now: Date; readonly onPress: () => void }

function Found({ party, now, onPress }: FoundProps) {
  const { state, arrived } = attendanceAt(party, now, attendanceFor(party))
  const time = formatClockShort(wallClock(new Date(party.startsAt)).time)
  const list = party.list ? `${party.list.name}, ` : ''
  const stateText = state === 'expected' && isOver(party, now) ? 'dinner over' : STATES[state]
  const table = party.tableNumbers.length > 0 ? `${namedTables(party.tableNumbers)}, ` : ''
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-16 w-full flex-col justify-center rounded-lg px-2 py-2 text-left hover:bg-cocoa"
    >
      <span className="text-lg font-semibold wrap-anywhere">{party.guestName}</span>
      <span className="text-sand">
        {party.list ? '' : `${time}, `}
        {list}
        {table}
        {arrived > 0 ? `${arrived} of ` : ''}
        {countText(party.guestCount, 'guest')}, {stateText}
        {party.phoneEnd === null ? '' : `, phone ends ${party.phoneEnd}`}
      </span>
    </button>
  )
}

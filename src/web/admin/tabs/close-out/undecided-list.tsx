import { Link } from 'react-router'
import type { Decision, Outcome, UndecidedParty } from '#features/close-out/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { clockAt } from '#lib/venue-time.ts'

/** Outcome of a party, and whether its money is refunded. */
type Choice = Pick<Decision, 'outcome' | 'isRefunded'>
export type Choices = Readonly<Record<string, Choice>>

/** Guests who stayed on from dinner are not checked in again: they came. */
const choiceOf = ({ id, hasStayedOn }: UndecidedParty, choices: Choices): Choice =>
  choices[id] ?? { outcome: hasStayedOn ? 'came' : 'no_show', isRefunded: false }

export const decisionsOf = (parties: readonly UndecidedParty[], choices: Choices): Decision[] =>
  parties.map((party) => ({ reservationId: party.id, ...choiceOf(party, choices) }))

const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  no_show: 'No-show',
  excused: 'Excused',
  came: 'Came, not recorded',
}

type Props = {
  readonly parties: readonly UndecidedParty[]
  readonly choices: Choices
  /** Null for staff who may read the close-out but not close a night. */
  readonly onChoice: ((id: string, choice: Choice) => void) | null
}

/** Parties that did not come, each with its outcome for those who can decide it. */
export const UndecidedList = ({ parties, choices, onChoice }: Props) =>
  parties.length === 0 ? null : (
    <ul className="divide-y divide-bark border-y border-bark">
      {parties.map((party) => (
        <Row
          key={party.id}
          party={party}
          hasMoney={parties.some(({ leftCents }) => leftCents > 0)}
          choice={choiceOf(party, choices)}
          onChoice={onChoice && ((choice) => onChoice(party.id, choice))}
        />
      ))}
    </ul>
  )

const FIELD =
  'min-h-11 min-w-0 flex-1 rounded-lg border border-clay bg-night px-3 text-cream md:w-44 md:flex-none lg:w-52'

type RowProps = {
  readonly party: UndecidedParty
  /** Whether a party of the list has money: then each row keeps the place of its field. */
  readonly hasMoney: boolean
  readonly choice: Choice
  readonly onChoice: ((choice: Choice) => void) | null
}

function Row({ onChoice, ...row }: RowProps) {
  const { id, guestName } = row.party
  return (
    <li className="flex flex-col gap-2 py-2 md:flex-row md:items-center md:gap-4">
      <div className="min-w-0 md:flex-1">
        <Link
          to={`/admin/reservations/${id}`}
          className="inline-flex min-h-11 max-w-full items-center font-semibold text-brass hover:underline lg:min-h-0"
        >
          <span className="truncate">{guestName}</span>
        </Link>
        <p className="text-sm text-sand">{factsOf(row.party)}</p>
      </div>
      {onChoice ? <OutcomeFields {...row} onChoice={onChoice} /> : null}
    </li>
  )
}

type OutcomeProps = RowProps & { readonly onChoice: NonNullable<RowProps['onChoice']> }

function OutcomeFields({ party, hasMoney, choice, onChoice }: OutcomeProps) {
  const { guestName, leftCents } = party
  const refundCents = refundOf(party, choice.outcome)
  return (
    <div className="flex flex-wrap gap-2">
      <select
        aria-label={`Outcome of ${guestName}`}
        className={FIELD}
        value={choice.outcome}
        onChange={({ target }) => {
          const outcome = toOutcome(target.value)
          onChoice({ outcome, isRefunded: choice.isRefunded && refundOf(party, outcome) > 0 })
        }}
      >
        {Object.entries(OUTCOME_NAMES).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {refundCents === 0 ? (
        hasMoney ? (
          <span className="hidden w-44 md:block lg:w-52" />
        ) : null
      ) : (
        <select
          aria-label={`Money of ${guestName}`}
          className={FIELD}
          value={choice.isRefunded ? 'refund' : 'keep'}
          onChange={({ target }) => onChoice({ ...choice, isRefunded: target.value === 'refund' })}
        >
          <option value="keep">Keep {formatUsd(leftCents)}</option>
          <option value="refund">Refund {formatUsd(refundCents)}</option>
        </select>
      )}
    </div>
  )
}

const toOutcome = (value: string): Outcome => (value === 'excused' || value === 'came' ? value : 'no_show')

/** Cents that a refund would return: of a no-show what was paid online, of an excused party all of it. */
const refundOf = ({ leftCents, onlineCents }: UndecidedParty, outcome: Outcome): number =>
  outcome === 'came' ? 0 : outcome === 'excused' ? leftCents : onlineCents

const factsOf = ({
  startsAt,
  type,
  guestCount,
  tableNumbers,
  hasStayedOn,
  leftCents,
}: UndecidedParty): string =>
  [
    clockAt(startsAt),
    type === 'dining' ? 'Dinner' : 'Night table',
    countText(guestCount, 'guest'),
    tableNumbers.length === 0 ? 'no table' : namedTables(tableNumbers),
    ...(hasStayedOn ? ['stayed on from dinner'] : []),
    ...(leftCents > 0 ? [`${formatUsd(leftCents)} paid`] : []),
  ].join(' · ')

import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { clockAt } from '#lib/venue-time.ts'
import type { ShownParty } from '../tonight/parties.ts'
import { tableText } from '../tonight/tonight-copy.ts'
import { PartyLine } from './party-line.tsx'

type Props = {
  readonly title: string
  readonly parties: readonly ShownParty[]
  readonly canEdit: boolean
  readonly onOpen: (party: ShownParty) => void
  readonly onChoose: (party: ShownParty) => void
}

/** `Arrived 7:02 PM`, `Expected at 8:30 PM` */
const sinceText = ({ attendance: { arrivedAt }, startsAt }: ShownParty): string =>
  arrivedAt === null ? `Expected at ${clockAt(startsAt)}` : `Arrived ${clockAt(arrivedAt)}`

type SeatProps = Pick<Props, 'canEdit' | 'onOpen' | 'onChoose'> & {
  readonly without: Props['parties']
  readonly toMove: Props['parties']
}

/** Parties that staff have to seat: they have no table, or one that is not in use. */
export const PartiesToSeat = ({ without, toMove, ...acts }: SeatProps) => (
  <>
    <Parties title="Without a table" parties={without} {...acts} />
    <Parties title="Their table is not in use" parties={toMove} {...acts} />
  </>
)

const Parties = ({ title, parties, canEdit, onOpen, onChoose }: Props) =>
  parties.length === 0 ? null : (
    <Panel>
      <h3 className="text-lg">{title}</h3>
      <ul className="mt-1">
        {parties.map((party) => (
          <li key={party.id} className="flex items-center gap-2 border-t border-bark py-1">
            <button
              type="button"
              onClick={() => onOpen(party)}
              className="min-h-12 min-w-0 flex-1 rounded-lg text-left hover:bg-cocoa"
            >
              <span className="block truncate font-semibold">
                <PartyLine party={party} />
              </span>
              <span
                className={`block truncate text-sm ${party.attendance.arrivedAt === null ? 'text-sand' : 'text-teal-light'}`}
              >
                {[
                  party.tableIds.length > 0 && party.leftAt === null ? tableText(party) : '',
                  sinceText(party),
                ]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </span>
            </button>
            {canEdit ? (
              <Button
                look="outline"
                className="min-h-12 px-3"
                aria-label={`Choose a table: ${party.guestName}`}
                onClick={() => onChoose(party)}
              >
                Choose a table
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )

import { tablesByZone } from '#features/floor-plan/chart/rules.ts'
import type { VenueTable } from '#features/floor-plan/chart/schema.ts'
import type { Floor, TableNow } from '#features/reservation-management/floor/schema.ts'
import { Button } from '#ui/button.tsx'
import type { ShownParty } from '../tonight/parties.ts'
import { nextAct } from '../tonight/row-acts.ts'
import { hereText, nextText, partyLine, spokenTable, standingText, withText } from './floor-copy.ts'
import { PartyLine } from './party-line.tsx'
import { StandingMark } from './standing-mark.tsx'

type Props = {
  readonly floor: Floor
  readonly tables: readonly TableNow<ShownParty>[]
  readonly canRecord: boolean
  readonly onOpen: (tableId: string) => void
  readonly onOpenParty: (party: ShownParty) => void
  readonly onNext: (party: ShownParty) => void
}

/** The same room as a list by zone: everything that the plan does, by keyboard and screen reader. */
export function FloorList({ floor, tables, canRecord, onOpen, onOpenParty, onNext }: Props) {
  const byId = new Map(tables.map((it) => [it.table.id, it]))
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 xl:grid-cols-2">
      {tablesByZone(floor.tables.filter(({ id }) => byId.has(id))).map(({ zone, tables: own }) => {
        const server = floor.servers.find((it) => it.zone === zone)?.name
        return (
          <section key={zone} aria-label={zone}>
            <h3 className="flex flex-wrap items-baseline gap-x-3 border-b border-clay pb-1 text-lg">
              {zone}
              <span className="text-sm text-sand">{server ? `Server: ${server}` : 'No server yet'}</span>
            </h3>
            <ul>
              {own.flatMap((table) => {
                const it = byId.get(table.id)
                if (!it) return []
                return [
                  <Row key={table.id} {...{ it, canRecord, onOpen, onNext }} />,
                  ...it.others.map((party) => (
                    <OtherRow
                      key={`${table.id} ${party.id}`}
                      {...{ table, party, canRecord, onOpenParty, onNext }}
                    />
                  )),
                ]
              })}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

type RowProps = Pick<Props, 'canRecord' | 'onOpen' | 'onNext'> & { readonly it: TableNow<ShownParty> }

function Row({ it, canRecord, onOpen, onNext }: RowProps) {
  const { table, party, standing } = it
  const next = canRecord && party ? nextAct(party) : null
  const then = nextText(it)
  return (
    <li className="flex items-center gap-2 border-b border-bark">
      <button
        type="button"
        data-standing={standing}
        aria-label={spokenTable(it)}
        onClick={() => onOpen(table.id)}
        className="grid min-h-14 min-w-0 flex-1 grid-cols-[1.75rem_3.25rem_minmax(0,1fr)] items-center gap-x-2 rounded-lg px-1 py-1.5 text-left hover:bg-cocoa"
      >
        <StandingMark standing={standing} />
        <span>
          <span className="block font-display text-xl leading-6 tabular-nums">{table.tableNumber}</span>
          <span className="block text-xs text-sand">seats {table.maxGuests}</span>
        </span>
        <span className="min-w-0">
          {party ? (
            <span className="block truncate font-semibold">
              <PartyLine party={party} />
            </span>
          ) : null}
          <span className="block truncate text-sm text-sand">
            {[standingText(it), then].filter((text) => text !== '').join(' · ')}
          </span>
          <span className="block truncate text-sm text-sand empty:hidden">{withText(it)}</span>
        </span>
      </button>
      {next && party ? <NextButton label={next.label} {...{ party, onNext }} /> : null}
    </li>
  )
}

type NextProps = Pick<Props, 'onNext'> & { readonly party: ShownParty; readonly label: string }

const NextButton = ({ party, label, onNext }: NextProps) => (
  <Button
    look="outline"
    className="min-h-12 w-24 px-2 lg:min-h-11"
    aria-label={`${label}: ${party.guestName}`}
    onClick={() => onNext(party)}
  >
    {label}
  </Button>
)

type OtherProps = Pick<Props, 'canRecord' | 'onOpenParty' | 'onNext'> & {
  readonly table: VenueTable
  readonly party: ShownParty
}

/** Another party whose guests still sit at a table: one of the two moves or leaves. */
function OtherRow({ table, party, canRecord, onOpenParty, onNext }: OtherProps) {
  const next = canRecord ? nextAct(party) : null
  return (
    <li className="flex items-center gap-2 border-b border-bark bg-burgundy/30">
      <button
        type="button"
        aria-label={`Also at table ${table.tableNumber}: ${partyLine(party)}, ${hereText(party)}`}
        onClick={() => onOpenParty(party)}
        className="min-h-14 min-w-0 flex-1 rounded-lg py-1.5 pr-1 pl-24 text-left hover:bg-cocoa"
      >
        <span className="block truncate font-semibold">
          <PartyLine party={party} />
        </span>
        <span className="block truncate text-sm text-sand">{`Also at this table, ${hereText(party)}`}</span>
      </button>
      {next ? <NextButton label={next.label} {...{ party, onNext }} /> : null}
    </li>
  )
}

import type { CloseOut } from '#features/close-out/schema.ts'
import { countText } from '#lib/text/count.ts'
import { Panel } from '#ui/admin/panel.tsx'
import { PartyLine } from './party-line.tsx'

/**
 * Parties that came in without cover. It is a question to the entrance and holds nothing up: until the night is closed, check-in
 * records it.
 */
export const UncoveredParties = ({
  night: { uncovered, closing },
}: {
  readonly night: Pick<CloseOut, 'uncovered' | 'closing'>
}) =>
  uncovered.length === 0 ? null : (
    <Panel>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-display text-xl">
          Cover of {countText(uncovered.length, 'party', 'parties')} is not recorded
        </summary>
        {closing ? null : <p className="text-sand">Check-in records it until the night is closed.</p>}
        <ul>
          {uncovered.map(({ id, guestName, owed, list }) => (
            <PartyLine key={id} party={{ id, guestName, list }}>
              {owed}
              {list ? ` · on the list ${list.name}` : null}
            </PartyLine>
          ))}
        </ul>
      </details>
    </Panel>
  )

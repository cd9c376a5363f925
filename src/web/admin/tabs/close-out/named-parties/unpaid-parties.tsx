import type { CloseOut } from '#features/close-out/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { Panel } from '#ui/admin/panel.tsx'
import { PartyLine } from './party-line.tsx'

/** Parties that came, and whose payment at the venue is not recorded: it is missing in the drawer or was not asked for. */
export const UnpaidParties = ({ night: { unpaid } }: { readonly night: Pick<CloseOut, 'unpaid'> }) =>
  unpaid.length === 0 ? null : (
    <Panel className="flex flex-col gap-1">
      <h3 className="text-xl">
        {countText(unpaid.length, 'party', 'parties')} came and {unpaid.length === 1 ? 'has' : 'have'} not
        paid, {formatUsd(unpaid.reduce((sum, { dueCents }) => sum + dueCents, 0))}
      </h3>
      <ul>
        {unpaid.map((party) => (
          <PartyLine key={party.id} party={party}>
            {formatUsd(party.dueCents)} due
            {party.tableNumbers.length === 0 ? null : ` · ${namedTables(party.tableNumbers)}`}
          </PartyLine>
        ))}
      </ul>
    </Panel>
  )

import type { ShownParty } from '../tonight/parties.ts'
import { partyText } from '../tonight/tonight-copy.ts'

/** `Ada Obi, 4 of 6`, where a name that is written from right to left stays before the numbers. */
export const PartyLine = ({ party }: { readonly party: ShownParty }) => (
  <>
    <bdi>{party.guestName}</bdi>
    {`, ${partyText(party)}`}
  </>
)

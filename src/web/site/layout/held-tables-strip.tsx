import { HeldStrip } from '#features/holds/ui/held-strip.tsx'
import { Island } from '../islands/island.tsx'

/** The tables that this browser holds, on every page until they are paid for or released. It wakes only if there are any. */
export const HeldTablesStrip = () => (
  <Island name="held-tables" component={HeldStrip} wakes="held" props={{}} />
)

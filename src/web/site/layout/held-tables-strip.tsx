import { lazy, Suspense, useSyncExternalStore } from 'react'
import { listPlaces, subscribe } from '#features/holds/ui/kept-holds.ts'

// Loaded only in browsers that hold a table.
const HeldStrip = lazy(() =>
  import('#features/holds/ui/held-strip.tsx').then(
    (part) => ({ default: part.HeldStrip }),
    () => ({ default: () => <></> }),
  ),
)

const NONE = (): string => ''
const readHolds = (): string => listPlaces('hold ').toSorted().join('\n')

/** Shows a guest's held tables on every page, until they are paid for or released. */
export function HeldTablesStrip() {
  const holds = useSyncExternalStore(subscribe, readHolds, NONE)
  return holds === '' ? null : (
    <Suspense>
      <HeldStrip key={holds} />
    </Suspense>
  )
}

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { listPlaces, subscribe } from '#features/holds/ui/kept-holds.ts'

// Only a guest who holds a table is sent this.
const HeldStrip = lazy(() =>
  import('#features/holds/ui/held-strip.tsx').then(
    (part) => ({ default: part.HeldStrip }),
    () => ({ default: () => <></> }),
  ),
)

const NONE = (): string => ''
const readPlaces = (): string => listPlaces('hold ').toSorted().join('\n')

/** A held table on every page, until it is paid for or let go. */
export function HeldTablesStrip() {
  const places = useSyncExternalStore(subscribe, readPlaces, NONE)
  return places === '' ? null : (
    <Suspense>
      <HeldStrip key={places} />
    </Suspense>
  )
}

import { Suspense, useCallback, useState } from 'react'
import type { ReservationEntry } from '#features/reservation-management/list/schema.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { lazyScreen } from '#web/admin/app/lazy-screen.tsx'

const MergeDialog = lazyScreen(() => import('./merge-dialog.tsx'))
const SplitDialog = lazyScreen(() => import('./split-dialog.tsx'))

type Standing = Pick<ReservationEntry, 'status' | 'guestCount'>

/** Whether its guests are still expected. The dialog says what else stands in the way. */
export const canMerge = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'confirmed' || status === 'pending'

export const canSplit = (it: Standing): boolean => canMerge(it) && it.guestCount > 1

type Opened = { readonly id: string; readonly kind: 'merge' | 'split' }

/**
 * The dialogs that merge a reservation with another one and that split it, loaded when one is opened first. The actions
 * are null for a role that may not.
 */
export function useMergeDialogs() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = (): void => setOpened(null)
  const canAmend = useCan('reservations.amend')
  const onMerge = useCallback(({ id }: { readonly id: string }) => setOpened({ id, kind: 'merge' }), [])
  const onSplit = useCallback(({ id }: { readonly id: string }) => setOpened({ id, kind: 'split' }), [])
  const dialog = opened ? (
    <Suspense fallback={null}>
      {opened.kind === 'merge' ? (
        <MergeDialog id={opened.id} onClose={close} />
      ) : (
        <SplitDialog id={opened.id} onClose={close} />
      )}
    </Suspense>
  ) : null
  return { onMerge: canAmend ? onMerge : null, onSplit: canAmend ? onSplit : null, dialog }
}

import { Suspense, useCallback, useState } from 'react'
import { lazyScreen } from '#web/admin/app/lazy-screen.tsx'

const AmendDialog = lazyScreen(() => import('./amend-dialog.tsx'))

/** The dialog that changes a reservation, loaded when it is opened first. */
export function useAmendDialog() {
  const [id, setId] = useState<string | null>(null)
  const open = useCallback((item: { readonly id: string }) => setId(item.id), [])
  const dialog =
    id === null ? null : (
      <Suspense fallback={null}>
        <AmendDialog key={id} id={id} onClose={() => setId(null)} />
      </Suspense>
    )
  return { open, dialog }
}

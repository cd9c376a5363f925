import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx'
import { apiFetch, ApiError, toastFailure } from '#web/admin/data/api-client.ts'
import { inTurnOfParty } from '../tonight/turns.ts'
import { PATH, RESERVATIONS_KEY } from './use-reservation-list.ts'
import { useUndoToast } from './use-undo.ts'

/** Tables that a change would take off sale, if the error asks for a confirmation. */
export const offSaleBy = (
  error: unknown,
): { readonly text: string; readonly tableIds: readonly string[] } | null =>
  error instanceof ApiError && error.body.error === 'off_sale'
    ? { text: error.body.text, tableIds: error.body.current }
    : null

/** The party as staff saw it when they chose. */
type Changed = Pick<Party, 'id' | 'guestName' | 'tableIds' | 'endsAt'>
type Change = {
  readonly party: Changed
  readonly title: string
  readonly offSale?: readonly string[]
} & ({ readonly tableIds: readonly string[] } | { readonly endsAt: string })

async function send({ party, offSale, ...change }: Change) {
  const agreed = offSale ? { offSale: [...offSale] } : {}
  if ('endsAt' in change) {
    const json = { endsAt: change.endsAt, seen: party.endsAt, ...agreed }
    return (await apiFetch(`${PATH}/${party.id}/sitting`, { method: 'PUT', json })).item
  }
  const json = { tableIds: [...change.tableIds], seen: [...party.tableIds], ...agreed }
  return (await apiFetch(`${PATH}/${party.id}/tables`, { method: 'PUT', json })).item
}

/**
 * Changes the tables of a party or the end of its sitting, with undo for ten seconds. Asks before a table goes off sale:
 * `dialog` is to be rendered. `onClose` is called once it is done, and where a colleague was faster: the choice was made
 * among what is no longer true.
 */
export function usePartyTables(onClose?: () => void) {
  const queries = useQueryClient()
  const showUndoToast = useUndoToast()
  const change = useMutation({
    mutationFn: (it: Change) => inTurnOfParty(it.party.id, () => send(it)),
    onSuccess(act, { party: { id, guestName }, title }) {
      showUndoToast({ title, text: guestName, act: act && { id, guestName, actId: act.actId } })
      onClose?.()
    },
    onError(error) {
      if (offSaleBy(error)) return
      toastFailure('Not changed', error)
      if (error instanceof ApiError && error.isVersionConflict) onClose?.()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }),
  })
  const offSale = offSaleBy(change.error)
  return {
    change: (it: Change): void => change.mutate(it),
    isBusy: change.isPending,
    dialog: (
      <ConfirmDialog
        isOpen={offSale !== null}
        question="Take this table off sale?"
        confirm="Save, and take it off sale"
        isBusy={change.isPending}
        onConfirm={() => {
          if (offSale && change.variables) change.mutate({ ...change.variables, offSale: offSale.tableIds })
        }}
        onClose={() => change.reset()}
      >
        <p className="text-sand">{offSale?.text}</p>
      </ConfirmDialog>
    ),
  }
}

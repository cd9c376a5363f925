import { useMutation } from '@tanstack/react-query'
import { useRefetchReservations } from '../use-reservation-list.ts'
import { useUndoToast } from '../use-undo.ts'

type PartyAct<Form> = {
  /** The reservation whose change Undo takes back. */
  readonly id: string
  readonly guestName: string
  readonly title: string
  readonly send: (form: Form) => Promise<{ readonly item: { readonly actId?: string } }>
}

/** Mutation that merges or splits, with undo for ten seconds. The dialog shows a failure. */
export function usePartyAct<Form>({ id, guestName, title, send }: PartyAct<Form>) {
  const refetchAll = useRefetchReservations()
  const showUndo = useUndoToast()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ item: { actId } }) =>
      showUndo({ title, text: '', act: actId === undefined ? null : { id, guestName, actId } }),
    onSettled: refetchAll,
  })
}

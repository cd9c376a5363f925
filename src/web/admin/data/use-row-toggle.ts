import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

type Toggle<Row> = {
  /** The list with the row. */
  readonly queryKey: QueryKey
  /** Names this toggle among those of all lists. */
  readonly name: string
  readonly toggled: (row: Row) => Row
  /** Sends the change of a row, which is given as it was before. */
  readonly send: (row: Row, agreed?: object) => Promise<unknown>
  readonly onDone: (row: Row) => void
  readonly onFailed: (row: Row, error: Error) => void
}

/** A row as it was before, and what staff agreed to where the server had asked. */
type ToggledRow<Row> = { readonly row: Row; readonly agreed?: object | undefined }

/** Toggles a fact of a row of a list with an optimistic update, which is rolled back if the request fails. */
export function useRowToggle<Row extends { readonly id: string }>(toggle: Toggle<Row>) {
  const { queryKey, name, toggled, send, onDone, onFailed } = toggle
  const queries = useQueryClient()
  const show = (row: Row): void => {
    queries.setQueryData<Row[]>(queryKey, (all) => all?.map((it) => (it.id === row.id ? row : it)))
  }
  const mutationKey = [name, ...queryKey]
  return useMutation({
    mutationKey,
    // One after another: of two taps on a row the later one counts.
    scope: { id: name },
    mutationFn: ({ row, agreed }: ToggledRow<Row>) => send(row, agreed),
    async onMutate({ row }) {
      await queries.cancelQueries({ queryKey })
      show(toggled(row))
    },
    onSuccess: (_answer, { row }) => onDone(row),
    onError(error, { row }) {
      show(row)
      onFailed(row, error)
    },
    // The last of them reads the list: before, the rows whose change still waits would be shown as they were.
    onSettled: () =>
      queries.isMutating({ mutationKey }) > 1 ? undefined : queries.invalidateQueries({ queryKey }),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { entryLine, linesWithout } from '#features/guest-lists/entries/rules.ts'
import { countText } from '#lib/text/count.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/admin/forms/field.tsx'
import { showToast } from '#ui/toasts/toasts.ts'
import { apiFetch, fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { useDraft } from '#web/admin/data/drafts.ts'
import { useKeyedSending } from '#web/admin/data/idempotency/use-keyed-sending.ts'
import { LISTS_KEY, LISTS_PATH } from './list-fields.ts'

/** The lines that were typed while others were being added. */
function linesSince(lines: string, sent: string): string[] {
  const known = new Set(sent.split('\n'))
  return lines.split('\n').filter((line) => line.trim() !== '' && !known.has(line))
}

/** One line for a guest, `Ama Mensah +3`, or a field to paste many. Refused lines stay in the field, with the reason. */
export function AddNames({ listId }: { listId: string }) {
  const queries = useQueryClient()
  const draft = useDraft(`names for ${listId}`, { lines: '' })
  const { lines } = draft.fields
  const setLines = (typed: string): void => draft.set({ lines: typed })
  const [isPasting, setPasting] = useState(lines.includes('\n'))
  const [problem, setProblem] = useState('')
  const sendKeyed = useKeyedSending()
  const adding = useMutation({
    mutationFn: (typed: string) =>
      sendKeyed((key) =>
        apiFetch(`${LISTS_PATH}/${listId}/entries`, { method: 'POST', json: { lines: typed }, key }),
      ),
    onSuccess: ({ answer, isFormer }, sent) => {
      const { added, refused } = answer.item
      const left = isFormer
        ? linesWithout(lines, added)
        : [...refused.map(({ line }) => line), ...linesSince(lines, sent)]
      setLines(left.join('\n'))
      setPasting(left.length > 1 || (isPasting && left.length > 0))
      setProblem(
        refused.map(({ line, text }) => (refused.length === 1 ? text : `${line}: ${text}`)).join(' '),
      )
      const [first] = added
      if (first)
        showToast({
          tone: 'good',
          title: added.length === 1 ? 'Added' : `${countText(added.length, 'name')} added`,
          text: added.length === 1 ? entryLine(first) : `${entryLine(first)} and others`,
        })
    },
    onError: (error) => {
      if (!fieldErrors(error)['lines']) toastFailure('Error adding names', error)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: LISTS_KEY }),
  })
  const field = {
    value: lines,
    error: fieldErrors(adding.error)['lines'] ?? (problem || undefined),
    onChange: (event: { target: { value: string } }) => setLines(event.target.value),
  }
  return (
    <form
      aria-label="Add names"
      className="no-print flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        setProblem('')
        adding.mutate(lines)
      }}
    >
      {isPasting ? (
        <TextAreaField label="Names, one a line" hint="Such as Ama Mensah +3" rows={8} {...field} />
      ) : (
        <TextField
          label="Name"
          placeholder="Ama Mensah +3"
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="done"
          {...field}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={adding.isPending}>
          {isPasting ? 'Add all' : 'Add'}
        </Button>
        <Button look="quiet" onClick={() => setPasting(!isPasting)}>
          {isPasting ? 'One name' : 'Paste many'}
        </Button>
      </div>
    </form>
  )
}

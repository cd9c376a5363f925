import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BATCH_SIZE, type BulkOutcome, type BulkReport } from '#features/reservation-bulk/schema.ts'
import { askHouse, toastFailure } from '../house-client.ts'
import { BOOK_KEY, PATH } from './use-book.ts'

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, i) =>
    ids.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
  )

type Act = {
  readonly path: 'status' | 'emails'
  readonly ids: readonly string[]
  readonly json: object
}

/** Does something to each of a selection, a batch at a time, and keeps what became of each. */
export function useBulkAct(failure: string) {
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const act = useMutation({
    async mutationFn({ path, ids, json }: Act): Promise<readonly BulkOutcome[]> {
      const outcomes: BulkOutcome[] = []
      setDone(0)
      for (const batch of batchesOf(ids)) {
        // oxlint-disable-next-line no-await-in-loop -- one batch after the other
        const { item } = await askHouse<{ item: BulkReport }>(`${PATH}/bulk/${path}`, {
          method: 'POST',
          json: { ...json, ids: batch },
        })
        outcomes.push(...item.outcomes)
        setDone(outcomes.length)
      }
      return outcomes
    },
    onError: (error) => toastFailure(failure, error),
    onSettled: () => queries.invalidateQueries({ queryKey: BOOK_KEY }),
  })
  return { ...act, done }
}

/** Saves the selected reservations as CSV. */
export async function downloadSelected(ids: readonly string[]): Promise<void> {
  try {
    const response = await fetch(`${PATH}/csv`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids }),
    })
    if (!response.ok) throw new Error('The reservations could not be downloaded. Please try again.')
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = 'reservations.csv'
    link.click()
    URL.revokeObjectURL(link.href)
  } catch (error) {
    toastFailure('Error downloading reservations', error)
  }
}

import { BATCH_SIZE } from '#features/reservation-management/bulk/schema.ts'

const batchesOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, i) =>
    items.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
  )

/** Sends items in batches, one request after the other, and returns the outcomes of all. */
export async function sendInBatches<Item, Outcome>(
  items: readonly Item[],
  send: (batch: readonly Item[]) => Promise<readonly Outcome[]>,
  onProgress: (done: number) => void = () => undefined,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const batch of batchesOf(items)) {
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    outcomes.push(...(await send(batch)))
    onProgress(outcomes.length)
  }
  return outcomes
}

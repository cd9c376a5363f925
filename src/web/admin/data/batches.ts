const batchesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

/** Answer to a batch: its outcomes, and the items that a fault of the server left as they were. */
export type SentBatch<Item, Outcome> = {
  readonly outcomes: readonly Outcome[]
  readonly left: readonly Item[]
}

type Sending<Item, Outcome> = {
  /** Most items of a batch. */
  readonly size: number
  readonly send: (batch: readonly Item[]) => Promise<SentBatch<Item, Outcome>>
  readonly onProgress?: (done: number) => void
}

/** Shown where the server reports a fault on the way. */
const INTERRUPTED = new Error('An unexpected error occurred.')

/** The outcomes of the batches that were answered. */
export type SentBatches<Item, Outcome> = {
  readonly outcomes: readonly Outcome[]
  /** The error of the batch that failed, and the items without an outcome; null without one. */
  readonly failed: { readonly error: unknown; readonly left: readonly Item[] } | null
}

/**
 * Sends items in batches, one request after the other. After one that fails no other is sent; the outcomes of those before it stand,
 * and can be undone.
 */
export async function sendInBatches<Item, Outcome>(
  items: readonly Item[],
  { size, send, onProgress }: Sending<Item, Outcome>,
): Promise<SentBatches<Item, Outcome>> {
  const outcomes: Outcome[] = []
  let done = 0
  for (const batch of batchesOf(items, size)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      const sent = await send(batch)
      outcomes.push(...sent.outcomes)
      if (sent.left.length > 0)
        return {
          outcomes,
          failed: { error: INTERRUPTED, left: [...sent.left, ...items.slice(done + batch.length)] },
        }
    } catch (error) {
      return { outcomes, failed: { error, left: items.slice(done) } }
    }
    done += batch.length
    onProgress?.(done)
  }
  return { outcomes, failed: null }
}

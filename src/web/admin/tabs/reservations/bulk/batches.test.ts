import { expect, test } from 'vitest'
import { BATCH_SIZE } from '#features/reservation-management/bulk/schema.ts'
import { sendInBatches } from './batches.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

test('a long selection is sent in requests that the server accepts, one after the other', async () => {
  const sizes: number[] = []
  const progress: number[] = []
  let open = 0
  const send = async (batch: readonly number[]) => {
    expect((open += 1)).toBe(1)
    sizes.push(batch.length)
    await Promise.resolve()
    open -= 1
    return batch.map((it) => `${it} done`)
  }
  const outcomes = await sendInBatches(numbers(2 * BATCH_SIZE + 30), send, (done) => progress.push(done))
  expect(sizes).toEqual([BATCH_SIZE, BATCH_SIZE, 30])
  expect(progress).toEqual([BATCH_SIZE, 2 * BATCH_SIZE, 2 * BATCH_SIZE + 30])
  expect(outcomes).toEqual(numbers(2 * BATCH_SIZE + 30).map((it) => `${it} done`))
})

test('a full batch is one request, and no selection is none', async () => {
  const sizes: number[] = []
  const send = async (batch: readonly number[]) => {
    sizes.push(batch.length)
    return batch
  }
  expect(await sendInBatches(numbers(BATCH_SIZE), send)).toEqual(numbers(BATCH_SIZE))
  expect(await sendInBatches([], send)).toEqual([])
  expect(sizes).toEqual([BATCH_SIZE])
})

test('after a batch that fails no other is sent', async () => {
  let requests = 0
  const send = () => {
    requests += 1
    return Promise.reject(new Error('offline'))
  }
  await expect(sendInBatches(numbers(BATCH_SIZE + 1), send)).rejects.toThrow('offline')
  expect(requests).toBe(1)
})

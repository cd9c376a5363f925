import { expect, test, vi } from 'vitest'
import { tryEach } from './try-each.ts'

const fail = (text: string) => () => Promise.reject(new Error(text))

test('takes the steps after one that fails, and throws its error afterwards', async () => {
  const next = vi.fn<() => Promise<void>>().mockResolvedValue()
  await expect(tryEach([fail('first'), next])).rejects.toThrow('first')
  expect(next).toHaveBeenCalledOnce()
})

test('throws several errors together', async () => {
  await expect(tryEach([fail('first'), fail('second')])).rejects.toMatchObject({
    errors: [expect.objectContaining({ message: 'first' }), expect.objectContaining({ message: 'second' })],
  })
})

test('ends at an error after which the rest is not worth an attempt', async () => {
  const next = vi.fn<() => Promise<void>>().mockResolvedValue()
  await expect(tryEach([fail('down'), next], () => true)).rejects.toThrow('down')
  expect(next).not.toHaveBeenCalled()
})

test('throws nothing where nothing fails', async () => {
  await expect(tryEach([() => Promise.resolve(1)])).resolves.toBeUndefined()
})

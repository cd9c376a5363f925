import { expect, test } from 'vitest'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { ApiError } from '#web/admin/data/api-client.ts'
import { latestEvent } from './night.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the version alone decides
const anEvent = (title: string, version: number) => ({ title, version }) as StaffEvent
const [listed, read] = [anEvent('listed', 2), anEvent('read', 3)]

test('an event beside its list is shown as the list or its own query has it, whichever is newer', () => {
  const own = { data: { event: read }, error: null }
  expect(latestEvent(own, listed)).toBe(read)
  expect(latestEvent(own, anEvent('listed', 4))?.title).toBe('listed')
  // The list is changed before the server answers.
  expect(latestEvent(own, anEvent('listed', 3))?.title).toBe('listed')
  expect(latestEvent(own)).toBe(read)
  expect(latestEvent({ data: undefined, error: null }, listed)).toBe(listed)
})

test('a deleted event is gone, although its older data is still there', () => {
  const answer = (status: number) => new ApiError(status, { error: 'x', title: 'x', text: 'x' })
  const own = (error: Error) => latestEvent({ data: { event: read }, error }, listed)
  expect(own(answer(404))).toBeUndefined()
  expect([own(answer(503)), own(new Error('lost'))]).toEqual([read, read])
})

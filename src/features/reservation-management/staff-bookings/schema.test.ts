import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dinnerForm } from './schema.ts'

test('a dinner needs a phone number for a caller, but not for a walk-in', () => {
  const without = {
    date: '2026-11-28',
    time: '18:00',
    tableId: 'best',
    guests: '2',
    name: 'Ama Owusu',
    phone: '',
    email: '',
    note: '',
    key: randomUUID(),
  }
  expect(dinnerForm.safeParse({ ...without, source: 'phone' }).error?.issues[0]?.path).toEqual(['phone'])
  expect(dinnerForm.safeParse({ ...without, source: 'walk_in' }).success).toBe(true)
})

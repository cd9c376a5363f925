import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test.each(['ליאור כהן', 'فاطمة', 'Lior כהן'])(
  'the name %s is kept apart from the numbers beside it',
  (name) => expect(isolated(name)).toBe(`\u2068${name}\u2069`),
)

test.each(['Zoë Díaz', 'Nguyễn', '佐藤', ''])('the name %j stays as it is', (name) =>
  expect(isolated(name)).toBe(name),
)

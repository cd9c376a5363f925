import { expect, test } from 'vitest'
import { buffersFor } from './settings.ts'

const GB = 2 ** 30

test.each([
  { what: 'a small machine', machine: GB, heldTo: undefined, mb: 128 },
  { what: 'a machine of middle size', machine: 4 * GB, heldTo: undefined, mb: 512 },
  { what: 'a large one, of which the site is not all', machine: 64 * GB, heldTo: 0, mb: 1024 },
  { what: 'a container of a large one', machine: 64 * GB, heldTo: 2 * GB, mb: 256 },
])('$what gives the database its share', ({ machine, heldTo, mb }) =>
  expect(buffersFor(machine, heldTo)).toBe(mb),
)

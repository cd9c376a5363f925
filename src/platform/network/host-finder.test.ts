import { expect, test, vi } from 'vitest'
import { createHostFinder, isReadOnly, type Probe } from './host-finder.ts'

const a = { host: 'a', port: 1 }
const b = { host: 'b', port: 2 }

const acceptingOnly = (...names: string[]): Probe =>
  vi.fn<Probe>(async ({ host }) => {
    if (!names.includes(host)) throw new Error('is read-only')
  })

test('the host that accepts writes is found, wherever it stands in the list', async () => {
  expect(await createHostFinder([a, b], acceptingOnly('a')).find()).toEqual(a)
  expect(await createHostFinder([a, b], acceptingOnly('b')).find()).toEqual(b)
})

test('a host that says nothing is not waited for', async () => {
  const probe: Probe = ({ host }) => (host === 'a' ? new Promise(() => undefined) : Promise.resolve())
  expect(await createHostFinder([a, b], probe).find()).toEqual(b)
})

test('what was found is remembered for a moment, and forgotten when asked', async () => {
  const probe = acceptingOnly('a')
  const finder = createHostFinder([a, b], probe)
  await Promise.all([finder.find(), finder.find()])
  await finder.find()
  expect(probe).toHaveBeenCalledTimes(2)
  finder.forget()
  await finder.find()
  expect(probe).toHaveBeenCalledTimes(4)
})

test('where no host accepts writes each is named with its reason, and the next look asks again', async () => {
  const accepting: string[] = []
  const probe: Probe = async ({ host }) => {
    if (!accepting.includes(host)) throw new Error(host === 'a' ? 'is read-only' : 'connect ECONNREFUSED')
  }
  const finder = createHostFinder([a, b], probe)
  const error = await finder.find().catch((reason: unknown) => reason)
  expect(isReadOnly(error)).toBe(true)
  expect(String(error)).toContain('a:1 is read-only; b:2 connect ECONNREFUSED')
  accepting.push('b')
  expect(await finder.find()).toEqual(b)
})

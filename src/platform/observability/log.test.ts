import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { createSignedTokens } from '../security/signed-tokens.ts'

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('trace', { write: (line) => void lines.push(line) }))
  return lines.join('')
}

test('addresses and tokens are masked, wherever in a line they stand', () => {
  const token = createSignedTokens(randomBytes(32)).sign('guest', '0198c0de-0000-7000-8000-000000000000')
  const line = written((log) =>
    log.info(
      { path: `/my-reservation/${token}/times`, to: ["zoë.o'hara+x@mail.example.com"] },
      `to ada@example.com`,
    ),
  )
  expect(line).not.toContain(token)
  expect(line).not.toContain('example.com')
  expect(line).toContain('/my-reservation/[token]/times')
  expect(line).toContain('to [email]')
  expect(JSON.parse(line)).toMatchObject({ level: 'info' })
})

test('a row that the database refused is not repeated', () => {
  const fault = Object.assign(new Error('new row violates a check'), {
    code: '23514',
    detail: 'Failing row contains (Amara Okafor, (972) 555-0142).',
  })
  const line = written((log) => log.error({ err: fault }, 'a request failed'))
  expect(line).toContain('23514')
  expect(line).not.toContain('Amara')
})

test.each([
  ['2026-11-23T05:07:09.004Z', '2026-11-23T05:07:09.999Z'],
  ['2026-12-31T23:59:59.990Z', '2027-01-01T00:00:00.010Z'],
  // The clock of a machine may be set back.
  ['2026-11-23T05:07:10.000Z', '2026-11-23T05:07:09.500Z'],
])('two lines at %s and %s have these times', (...times) => {
  vi.useFakeTimers()
  try {
    const lines = written((log) => {
      for (const time of times) {
        vi.setSystemTime(new Date(time))
        log.info('a line')
      }
    })
    expect(lines.match(/(?<="time":")[^"]+/g)).toEqual(times)
  } finally {
    vi.useRealTimers()
  }
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { z } from 'zod'

const line = z.object({
  event: z.string(),
  id: z.number().optional(),
  place: z.number().optional(),
  code: z.number().nullish(),
  waitMs: z.number().optional(),
})

test('a second worker that fails at the start is restarted with backoff while the first serves', async () => {
  const primary = spawn(process.execPath, ['tests/support/worker-pool-script.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(primary, 'exit')
  const lines: z.infer<typeof line>[] = []
  createInterface({ input: primary.stdout }).on('line', (text) => lines.push(line.parse(JSON.parse(text))))
  const listening = () => lines.flatMap(({ event, id }) => (event === 'listening' ? [id] : []))
  try {
    await expect.poll(() => primary.exitCode ?? listening()).toEqual([1, 4])
    expect(lines.map(({ event }) => event)).toContain('started')
    expect(
      lines
        .filter(({ event }) => event === 'process.restarting')
        .map(({ place, code, waitMs }) => ({ place, code, waitMs })),
    ).toEqual([
      { place: 1, code: 1, waitMs: 250 },
      { place: 1, code: 1, waitMs: 500 },
    ])
  } finally {
    primary.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
})

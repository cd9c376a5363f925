import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exitOf, startApp } from '../support/server.ts'

const KILLS = 3
const OPEN_WITHIN_MS = 5000

test('a server that is killed with its database serves again within five seconds of its start', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-killed-'))
  const env = { DATA_DIR: directory }
  let app = await startApp({ env })
  const took: number[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    // oxlint-disable no-await-in-loop -- one kill after the other
    app.child.kill('SIGKILL')
    await exitOf(app.child)
    const started = performance.now()
    app = await startApp({ env })
    took.push(Math.round(performance.now() - started))
    expect(await (await app.get('/menu')).text()).toContain('Jollof Arancini')
    // oxlint-enable no-await-in-loop
  }
  process.stdout.write(`killed ${KILLS} times, open again after ${took.join(', ')} ms\n`)
  expect(await app.stop()).toBe(0)
  await rm(directory, { recursive: true, force: true })
  expect(Math.max(...took)).toBeLessThanOrEqual(OPEN_WITHIN_MS)
})

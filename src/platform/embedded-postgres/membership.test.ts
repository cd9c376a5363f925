import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { joinServer } from './membership.ts'
import { cleanUp, newDataDir } from './test-kit.ts'

afterEach(cleanUp)

test('a server that is gone while it is asked is waited for, not complained about', async () => {
  const host = newDataDir()
  fs.mkdirSync(host, { recursive: true })
  const going = net.createServer((socket) => socket.destroy())
  await new Promise<void>((listening) => going.listen(path.join(host, '.s.PGSQL.5432'), listening))
  const connection = { host, port: 5432, user: 'lounge', password: 'any', database: 'postgres' }
  expect(await joinServer(connection)).toBeUndefined()
  going.close()
})

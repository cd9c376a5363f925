import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { createDiskPlace } from './place.ts'

const directory = await mkdtemp(join(tmpdir(), 'lounge-place-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

describe('a place of backups on a disk', () => {
  test('makes its directory and those above it', async () => {
    const place = createDiskPlace(join(directory, 'one/two'))
    expect(await place.put('lounge-1', Readable.from(['good']))).toBe(4)
    expect(await readdir(join(directory, 'one/two'))).toEqual(['lounge-1'])
  })

  test.runIf(process.platform === 'linux').each(['/proc/lounge', '/proc/lounge/backups'])(
    'refuses %s at once, where no directory can be made',
    async (path) => {
      const content = Readable.from(['lost'])
      await expect(createDiskPlace(path).put('lounge-1', content)).rejects.toThrow(
        `${path} cannot be made: its file system takes no directories. Name another place.`,
      )
      expect(content.destroyed).toBe(true)
    },
    5000,
  )
})

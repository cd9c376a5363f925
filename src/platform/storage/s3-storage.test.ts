import { afterAll, beforeAll, expect, test } from 'vitest'
import { S3_EMULATOR_KEY, type S3Emulator, startS3Emulator } from '../../../tests/support/s3-emulator.ts'
import { createS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

let server: S3Emulator
let storage: Storage
let settings: Parameters<typeof createS3Storage>[0]

beforeAll(async () => {
  server = await startS3Emulator('pictures')
  settings = {
    kind: 's3',
    endpoint: server.endpoint,
    bucket: 'pictures',
    region: 'us-east-1',
    accessKeyId: S3_EMULATOR_KEY,
    secretAccessKey: S3_EMULATOR_KEY,
  }
  storage = createS3Storage(settings)
})
afterAll(() => server.close())

test('what was written to a bucket is read and streamed from it, until it is removed', async () => {
  const key = 'pictures/ab/a name (1).jpg'
  expect(await storage.stream(key)).toBeNull()
  await storage.write(key, Buffer.from('a picture'))
  expect((await storage.read(key)).toString()).toBe('a picture')
  const streamed = await storage.stream(key)
  expect(streamed?.size).toBe(9)
  expect(await new Response(streamed?.body).text()).toBe('a picture')
  await storage.remove(key)
  expect(await storage.stream(key)).toBeNull()
  await storage.remove(key)
  await expect(storage.read(key)).rejects.toThrow('nothing is stored')
})

test('a bucket that is not there is a fault, and nothing is believed to be written', async () => {
  const lost = createS3Storage({ ...settings, bucket: 'nowhere' })
  await expect(lost.write('a', Buffer.from('x'))).rejects.toThrow('answered 404')
})

test('what is stored below a folder of a bucket is listed, whatever its name', async () => {
  for (const key of ['listed/a/1 & 2.jpg', 'listed/b.jpg', 'elsewhere/c.jpg'])
    await storage.write(key, Buffer.from('x'))
  const found: string[] = []
  for await (const { key, modifiedAt } of storage.list('listed')) {
    found.push(key)
    expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(600_000)
  }
  expect(found.toSorted()).toEqual(['listed/a/1 & 2.jpg', 'listed/b.jpg'])
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { freePort } from '../../scripts/free-port.ts'

/** The one access key and secret key of the emulator. */
export const S3_EMULATOR_KEY = 'S3RVER'

/** An S3 emulator on a free port with one empty bucket. */
export async function startS3Emulator(bucket: string) {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-s3-'))
  const port = await freePort()
  const emulator = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  await emulator.run()
  return {
    port,
    endpoint: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      await emulator.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type S3Emulator = Awaited<ReturnType<typeof startS3Emulator>>

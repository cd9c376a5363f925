import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describePicture } from '#platform/images/image-renditions.ts'
import { readDescriptions } from './content.ts'

test('every picture of the seed is described as it is', async () => {
  const descriptions = await readDescriptions('db/seed')
  const files = (await readdir('db/seed/media', { recursive: true })).filter((it) => it.endsWith('.webp'))
  expect(Object.keys(descriptions).toSorted()).toEqual(files.toSorted())
  for (const file of files) {
    // oxlint-disable-next-line no-await-in-loop -- one picture at a time
    const described = await describePicture(await readFile(join('db/seed/media', file)))
    expect(descriptions[file], `${file}; run: node scripts/launch.mjs describe-seed-media`).toEqual(described)
  }
})

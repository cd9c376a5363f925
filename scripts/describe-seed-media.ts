/** Writes the sizes and colors of the seed's images. db/seed/media.test.ts fails when they are out of date. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describePicture } from '#platform/images/image-renditions.ts'

const MEDIA = 'db/seed/media'
const descriptions: Record<string, unknown> = {}
for (const name of (await readdir(MEDIA, { recursive: true }))
  .filter((it) => it.endsWith('.webp'))
  .toSorted())
  // oxlint-disable-next-line no-await-in-loop -- one picture at a time
  descriptions[name] = await describePicture(await readFile(join(MEDIA, name)))
await writeFile('db/seed/media-descriptions.json', `${JSON.stringify(descriptions, null, 2)}\n`)

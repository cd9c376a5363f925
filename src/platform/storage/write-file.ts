import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/** Writes a file by way of a draft beside it, so that a crash leaves the old file or the new one, never a part of it. */
export async function writeFileAtomically(
  path: string,
  content: Buffer | string,
  mode: number,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`
  try {
    const file = await open(draft, 'wx', mode)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

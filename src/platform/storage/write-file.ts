import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/** Writes a file atomically: a temporary file beside it is renamed. A crash never leaves a part. */
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

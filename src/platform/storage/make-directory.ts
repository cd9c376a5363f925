import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** Makes a directory and those above it. Node's own way never ends where a file system such as /proc takes none. */
export async function makeDirectory(path: string, mode = 0o777): Promise<void> {
  const make = (): Promise<void> =>
    mkdir(path, mode).then(
      () => undefined,
      (error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error
      },
    )
  try {
    await make()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeDirectory(dirname(path), mode)
    await make()
  }
}

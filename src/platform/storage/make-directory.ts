import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

/** Like `mkdir` with `recursive`, which never returns on file systems that reject it, such as /proc. */
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

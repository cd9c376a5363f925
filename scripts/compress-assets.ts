/** Compresses the built scripts, styles and SVGs at the highest level, so that no request has to. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const DIRECTORY = 'build/client/assets'
const WORTH_IT = /\.(js|css|svg)$/

for (const name of (await readdir(DIRECTORY)).filter((it) => WORTH_IT.test(it))) {
  const path = join(DIRECTORY, name)
  // oxlint-disable-next-line no-await-in-loop -- bound by the processor, not the disk
  const bytes = await readFile(path)
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  // oxlint-disable-next-line no-await-in-loop
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))])
}

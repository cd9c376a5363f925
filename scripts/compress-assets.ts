/** Compresses the built scripts, styles, SVGs and WebAssembly at the highest level, so that no request has to. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const DIRECTORY = 'build/client/assets'
const WORTH_IT = /\.(js|css|svg|wasm)$/

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  const brotli = await compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  await Promise.all([
    writeFile(`${path}.br`, brotli),
    writeFile(`${path}.gz`, await compressGzip(bytes, { level: 9 })),
  ])
}

// The thread pool compresses several files at once.
const names = (await readdir(DIRECTORY)).filter((it) => WORTH_IT.test(it))
await Promise.all(names.map((name) => compress(join(DIRECTORY, name))))

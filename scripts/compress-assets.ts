/** Compresses the built scripts, styles, SVGs and WebAssembly, so that no request has to. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const DIRECTORY = 'build/client/assets'
const WORTH_IT = /\.(js|css|svg|wasm)$/
/** The highest, but for WebAssembly: one file of it would take as long as all others together, to be a ninth smaller. */
const levelOf = (path: string): number => (path.endsWith('.wasm') ? 9 : 11)

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  const brotli = await compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: levelOf(path) } })
  await Promise.all([
    writeFile(`${path}.br`, brotli),
    writeFile(`${path}.gz`, await compressGzip(bytes, { level: 9 })),
  ])
}

// The thread pool compresses several files at once.
const names = (await readdir(DIRECTORY)).filter((it) => WORTH_IT.test(it))
await Promise.all(names.map((name) => compress(join(DIRECTORY, name))))

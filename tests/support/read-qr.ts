import { readFile } from 'node:fs/promises'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const WASM = new URL('../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', import.meta.url)

const prepared = readFile(WASM).then((bytes) =>
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(bytes).buffer }, fireImmediately: true }),
)

/** Texts of the QR codes in a picture. */
export async function readQr(picture: Buffer): Promise<string[]> {
  await prepared
  const results = await readBarcodes(Uint8Array.from(picture), { formats: ['QRCode'] })
  return results.map(({ text }) => text)
}

import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
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

const DRAWN = /<svg [^>]*viewBox="0 0 (\d+) \d+"[^>]*shape-rendering="crispEdges"[^>]*><path d="([^"]+)"/

/** Text of the QR code that a page draws. */
export async function readQrOf(html: string): Promise<string | undefined> {
  const [, size, path] = DRAWN.exec(html) ?? []
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="600" height="600">
    <rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`
  const [text] = await readQr(await sharp(Buffer.from(svg)).png().toBuffer())
  return text
}

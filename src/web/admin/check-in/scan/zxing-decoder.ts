import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// From our own origin: the package would load it from a public network of copies.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

export async function decodeQr(picture: ImageData): Promise<readonly string[]> {
  const found = await readBarcodes(picture, {
    formats: ['QRCode'],
    maxNumberOfSymbols: 1,
    tryHarder: true,
    tryRotate: false,
    tryInvert: false,
    tryDownscale: true,
  })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}

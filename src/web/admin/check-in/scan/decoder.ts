/** Finds the texts of QR codes in a picture. */
export type Decode = (picture: ImageData) => Promise<readonly string[]>

type NativeDetector = { detect(picture: ImageData): Promise<readonly { readonly rawValue: string }[]> }
type NativeDetectorClass = {
  new (options: { formats: readonly string[] }): NativeDetector
  getSupportedFormats(): Promise<readonly string[]>
}

declare global {
  // The browser's own detector, which Chrome has on Android and macOS.
  var BarcodeDetector: NativeDetectorClass | undefined
}

let loaded: Promise<Decode> | null = null

/** The browser's own decoder, or ours, which is loaded with the first use of the camera. */
export function loadDecoder(): Promise<Decode> {
  loaded ??= load().catch((error: unknown) => {
    loaded = null
    throw error
  })
  return loaded
}

async function load(): Promise<Decode> {
  const Native = globalThis.BarcodeDetector
  const formats = Native ? await Native.getSupportedFormats().catch(() => []) : []
  if (Native && formats.includes('qr_code')) {
    const detector = new Native({ formats: ['qr_code'] })
    return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
  }
  const { decodeQr } = await import('./zxing-decoder.ts')
  return decodeQr
}

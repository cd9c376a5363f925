import sharp from 'sharp'
import { encode } from 'uqr'

/** Width of the white margin in modules, which scanners need to find the code. */
const QUIET_ZONE = 4
const PIXELS_PER_MODULE = 12

/**
 * A QR code as one SVG path of its dark modules, for `<svg viewBox="0 0 size size">` on white. The size includes the
 * margin. By hand, because `uqr.renderSVG` returns a complete SVG document as a string, which React could only insert
 * as raw HTML.
 */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const rows = darkModules(text)
  const strokes = rows.flatMap((row, y) =>
    runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  return { size: rows.length, path: strokes.join('') }
}

/** A QR code as a PNG: black on white, whatever theme a mail client uses. */
export async function qrPng(text: string): Promise<Buffer> {
  const rows = darkModules(text)
  const size = rows.length
  const pixels = Buffer.from(rows.flat().map((dark) => (dark ? 0 : 255)))
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * PIXELS_PER_MODULE, null, { kernel: 'nearest' })
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toBuffer()
}

// Level M corrects creases and glare on 15% of the code, with modules large enough for old phones.
const darkModules = (text: string): boolean[][] => encode(text, { ecc: 'M', border: QUIET_ZONE }).data

/** Runs of dark modules in a row. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [start: number, length: number][] = []
  let start = 0
  while (start < row.length) {
    let end = start
    while (row[end]) end += 1
    if (end > start) runs.push([start, end - start])
    start = end + 1
  }
  return runs
}

/** Renders the small icons of `public/` from favicon.svg. Run by hand after a change of the logo; commit the result. */
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const logo = await readFile('public/favicon.svg')
const BACKGROUND = '#120b08'

/** Phones round the corners of an icon themselves, so this variant fills its square. */
const draw = (size: number, isSquare: boolean): Promise<Buffer> => {
  const drawn = sharp(logo, { density: (72 * size) / 64 }).resize(size, size)
  return (isSquare ? drawn.flatten({ background: BACKGROUND }) : drawn)
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toBuffer()
}

/** Wraps one PNG in an ICO file. */
function asIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

const [small, touch, medium, large] = await Promise.all([
  draw(32, false),
  draw(180, true),
  draw(192, true),
  draw(512, true),
])
await Promise.all([
  writeFile('public/favicon.ico', asIco(small, 32)),
  writeFile('public/apple-touch-icon.png', touch),
  writeFile('public/icon-192.png', medium),
  writeFile('public/icon-512.png', large),
])

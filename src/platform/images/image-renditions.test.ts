import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { MAX_UPLOAD_BYTES, takePicture } from './image-renditions.ts'

const picture = (format: 'jpeg' | 'png' | 'webp', width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#b85a2f' } })
    .toFormat(format)
    .toBuffer()

const refusal = async (bytes: Buffer) => {
  const taken = await takePicture(bytes)
  return taken.ok ? 'taken' : taken.reason
}

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('in %s is made anew in its own format', async (format) => {
    const taken = await takePicture(await picture(format))
    const meta = taken.ok ? await sharp(taken.value.bytes).metadata() : null
    expect(meta).toMatchObject({ format, width: 300, height: 200 })
  })

  test('stands upright afterwards, and tells neither where nor with what it was taken', async () => {
    const sent = await sharp(await picture('jpeg'))
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '32/1 57/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(sent).metadata()).exif).toBeDefined()
    const taken = await takePicture(sent)
    const meta = taken.ok ? await sharp(taken.value.bytes).metadata() : null
    expect(meta).toMatchObject({ width: 200, height: 300 })
    expect([meta?.exif, meta?.icc, meta?.xmp, meta?.orientation]).toEqual(Array(4).fill(undefined))
  })

  test('that is larger than any screen is made smaller', async () => {
    const taken = await takePicture(await picture('jpeg', 4000, 3000))
    expect(taken.ok && (await sharp(taken.value.bytes).metadata())).toMatchObject({
      width: 2560,
      height: 1920,
    })
  })
})

describe('refused is', () => {
  test('what is no jpeg, png or webp, whatever it calls itself', async () => {
    const gif = await sharp(await picture('png'))
      .gif()
      .toBuffer()
    const heic = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic', 'latin1'), Buffer.alloc(200)])
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const html = Buffer.from('<!doctype html><html><script>alert(1)</script></html>')
    const avif = await sharp(await picture('png'))
      .avif()
      .toBuffer()
    for (const sent of [gif, heic, svg, html, avif, Buffer.alloc(0), Buffer.from('%PDF-1.7')])
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusal(sent)).toBe('not_a_picture')
  })

  test('a file larger than 8 MB', async () => {
    const sent = Buffer.concat([await picture('jpeg'), Buffer.alloc(MAX_UPLOAD_BYTES)])
    expect(await refusal(sent)).toBe('too_large')
  })

  test('a picture that is also a page, a program or an archive', async () => {
    const jpeg = await picture('jpeg')
    const inComment = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0x00, 0x1b]),
      Buffer.from('<script>alert(1)</script>'),
      jpeg.subarray(2),
    ])
    const zip = Buffer.concat([jpeg, Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])
    const php = Buffer.concat([await picture('png'), Buffer.from('<?php system($_GET[0]); ?>')])
    const page = Buffer.concat([await picture('webp'), Buffer.from('<HTML><body onload=alert(1)>')])
    for (const sent of [inComment, zip, php, page])
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusal(sent)).toBe('something_else_inside')
  })

  test('one that is cut off or damaged', async () => {
    const jpeg = await picture('jpeg', 800, 600)
    const png = await sharp(await picture('png', 400, 400))
      .png({ compressionLevel: 0 })
      .toBuffer()
    const webp = await picture('webp', 800, 600)
    for (const sent of [
      jpeg.subarray(0, jpeg.length - 900),
      png.subarray(0, png.length / 2),
      webp.subarray(0, 100),
    ])
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusal(sent)).toBe('broken')
    expect(await refusal(jpeg.subarray(0, 30))).toBe('broken')
  })

  test('a small file that decompresses to too many pixels, before it is decompressed', async () => {
    // Processor time, not elapsed time: the machine may be loaded.
    const before = process.cpuUsage()
    expect(await refusal(pngOf(30_000, 30_000))).toBe('too_many_pixels')
    const { user, system } = process.cpuUsage(before)
    expect(user + system).toBeLessThan(1_000_000)
  })
})

/** A PNG that claims a large size: its rows are zeros, which compress to almost nothing. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write(type, 4, 'latin1')
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crcOf(Buffer.concat([head.subarray(4), data])))
    return Buffer.concat([head, data, crc])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * 2000))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function crcOf(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}

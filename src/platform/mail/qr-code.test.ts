import sharp from 'sharp'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { qrPath, qrPng } from './qr-code.ts'

const CODE = 'https://lounge.example/door/K7MXQ2RT'
const QUIET_ZONE = 4

/** Modules of the code without quiet zone; true is dark. */
const modulesOf = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 0 }).data

/** Rasterizes the path with one cell per module. */
function paint({ size, path }: { size: number; path: string }): boolean[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let i = 0; i < Number(length); i += 1) {
      const row = grid[Number(y)]
      if (row) row[Number(x) + i] = true
    }
  return grid
}

const withoutMargin = (grid: boolean[][]): boolean[][] =>
  grid.slice(QUIET_ZONE, -QUIET_ZONE).map((row) => row.slice(QUIET_ZONE, -QUIET_ZONE))

const darkIn = (grid: boolean[][]): number => grid.flat().filter(Boolean).length

async function modulesOfPicture(png: Buffer): Promise<{ grid: boolean[][]; shades: Set<number> }> {
  const { data, info } = await sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  const modules = modulesOf(CODE).length + 2 * QUIET_ZONE
  const step = info.width / modules
  const at = (x: number, y: number): number | undefined =>
    data[(Math.floor((y + 0.5) * step) * info.width + Math.floor((x + 0.5) * step)) * info.channels]
  const line = Array.from({ length: modules }, (_, i) => i)
  return { grid: line.map((y) => line.map((x) => at(x, y) === 0)), shades: new Set(data) }
}

describe('a QR code', () => {
  it.each([CODE, 'K7MXQ2RT', 'ä'.repeat(300)])('is drawn module for module', (text) => {
    const drawn = qrPath(text)
    const grid = paint(drawn)
    expect(withoutMargin(grid)).toEqual(modulesOf(text))
    expect(darkIn(grid)).toBe(darkIn(modulesOf(text)))
    expect(drawn.size).toBe(modulesOf(text).length + 2 * QUIET_ZONE)
    expect(drawn.path.replaceAll(/M\d+ \d+h(\d+)v1h-\1z/g, '')).toBe('')
  })

  it('is the same code as a picture, in black and white only', async () => {
    const { grid, shades } = await modulesOfPicture(await qrPng(CODE))
    expect(withoutMargin(grid)).toEqual(modulesOf(CODE))
    expect(darkIn(grid)).toBe(darkIn(modulesOf(CODE)))
    expect([...shades].toSorted((a, b) => a - b)).toEqual([0, 255])
  })

  it('is a small picture, and large enough for a sharp screen', async () => {
    const png = await qrPng(CODE)
    const { width, height, format } = await sharp(png).metadata()
    expect(format).toBe('png')
    expect(width).toBe(height)
    expect(width).toBeGreaterThanOrEqual(400)
    expect(png.byteLength).toBeLessThan(5000)
  })
})

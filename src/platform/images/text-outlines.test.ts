import { beforeAll, describe, expect, test } from 'vitest'
import {
  drawableText,
  fitText,
  loadOutlineFonts,
  outlineText,
  shortenText,
  type OutlineFonts,
  textWidth,
} from './text-outlines.ts'

let fonts: OutlineFonts
beforeAll(async () => {
  fonts = await loadOutlineFonts()
})

describe('the text that is drawn', () => {
  test.each([
    ['Crème brûlée', 'Crème brûlée'],
    ['Cafe\u0301', 'Café'],
    ['Győző', 'Gyozo'],
    ['Night 😀 of  ليلة\nfire', 'Night of fire'],
    ['😀 👩🏽‍🎤', ''],
    ['constructor', 'constructor'],
  ])('of %j is %j', (text, drawn) => expect(drawableText(fonts.display, text)).toBe(drawn))

  test('is paths and nothing else, whatever is typed', () => {
    const svg = outlineText(fonts.display, { text: '</g><script>&"', size: 40, x: 0, y: 0, color: '#fff' })
    expect(svg).not.toMatch(/script|&/)
    expect(svg.match(/<path/g)).toHaveLength(14)
  })
})

describe('a title', () => {
  const box = { sizes: [96, 74, 56], width: 900, maxLines: 3 }
  const fit = (text: string) => fitText(fonts.display, text, box)

  test('of one word has one line in the largest size', () =>
    expect(fit('Amapiano')).toEqual({ size: 96, lines: ['Amapiano'] }))

  test('that is longer gets smaller before it is cut', () => {
    const title = 'An evening of Afrobeats and Highlife with the whole band and its guests'
    const fitted = fit(title)
    expect(fitted.size).toBeLessThan(96)
    expect(fitted.lines.join(' ')).toBe(title)
  })

  test.each(['W'.repeat(300), 'many words '.repeat(40).trim(), `${'x'.repeat(200)} end`])(
    'of %j never leaves its place',
    (title) => {
      const { size, lines } = fit(title)
      expect([size, lines.length, lines.at(-1)?.at(-1)]).toEqual([56, 3, '…'])
      for (const line of lines) expect(textWidth(fonts.display, line, size)).toBeLessThanOrEqual(900)
    },
  )
})

test('kerning counts: AV is narrower than A and V', () => {
  const width = (text: string) => textWidth(fonts.display, text, 100)
  expect(width('AV')).toBeLessThan(width('A') + width('V'))
})

test('a line that fits is not shortened', () =>
  expect(shortenText(fonts.text, '$14', { size: 38, width: 900 })).toBe('$14'))

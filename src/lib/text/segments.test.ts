import { describe, expect, test } from 'vitest'
import { countSegments, fitText, toGsm } from './segments.ts'

describe('segments of a text message', () => {
  test.each([
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    // Characters of the extension take two places and are never split: 76 pairs in a segment of 153.
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['€'.repeat(152), 2],
    ['€'.repeat(153), 3],
    // One character outside of the alphabet changes the encoding of all.
    [`ï${'a'.repeat(69)}`, 1],
    [`ï${'a'.repeat(70)}`, 2],
    [`ï${'a'.repeat(133)}`, 2],
    [`ï${'a'.repeat(134)}`, 3],
    // A pair of surrogates is one character of two units, 33 in the 67 of a segment.
    ['🎉'.repeat(35), 1],
    ['🎉'.repeat(66), 2],
    ['🎉'.repeat(67), 3],
  ])('%.12j…: %#', (text, segments) => expect(countSegments(text)).toBe(segments))

  test('plain characters replace typographic ones and unknown accents', () => {
    expect(toGsm('Raï — d’après “minuit”… 9 PM–5 AM 🎉 ok')).toBe('Rai - d\'après "minuit"... 9 PM-5 AM ok')
  })

  const link = `https://lounge.example/my-reservation/${'x'.repeat(43)}`
  const about = (title: string): string => `Lounge: ${title}, tonight. ${link}`

  test('a title that fits stays as it is', () => {
    expect(fitText('Raï Night', about)).toBe(about('Raï Night'))
    expect(fitText('Ama’s Night', about)).toBe(about("Ama's Night"))
  })

  test.each(['A night '.repeat(60), 'Raï '.repeat(40), '祭'.repeat(120), '🎉'.repeat(200), '€'.repeat(300)])(
    'of a title that does not, %.6j…, the text has two segments and the whole link',
    (title) => {
      const text = fitText(title, about)
      expect(countSegments(text)).toBeLessThanOrEqual(2)
      expect(text.endsWith(link)).toBe(true)
    },
  )
})

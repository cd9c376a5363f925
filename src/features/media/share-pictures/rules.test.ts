import { describe, expect, test } from 'vitest'
import { parseShareVersion, sharePicturePath } from './rules.ts'

describe('the file name of a share picture', () => {
  test('has a version that reads back', () => {
    const path = sharePicturePath({ kind: 'menu', slug: 'suya' }, '0123456789abcdef')
    expect(path).toBe('/share-pictures/menu/suya/0123456789abcdef.jpg')
    expect(parseShareVersion(path.split('/').at(-1) ?? '')).toBe('0123456789abcdef')
  })

  test.each([
    '0123456789abcdef.png',
    '0123456789ABCDEF.jpg',
    '0123.jpg',
    '0123456789abcdef.jpg.jpg',
    '',
    '../x.jpg',
  ])('%j is refused', (file) => expect(parseShareVersion(file)).toBeNull())
})

import { describe, expect, test } from 'vitest'
import { parseRendition, renditionPath, widthsFor } from './rules.ts'

describe('renditions', () => {
  test('are never much wider than their source', () => {
    expect(widthsFor(1200)).toEqual([160, 320, 480, 640, 720, 960, 1280])
    expect(widthsFor(1600)).toEqual([160, 320, 480, 640, 720, 960, 1280, 1600])
    expect(widthsFor(4000)).toEqual([160, 320, 480, 640, 720, 960, 1280, 1600])
    expect(widthsFor(100)).toEqual([160])
  })

  test('have an address that reads back', () => {
    const path = renditionPath('x', { width: 640, format: 'avif' })
    expect(path).toBe('/media/x/640.avif')
    expect(parseRendition('640.avif')).toEqual({ width: 640, format: 'avif' })
  })

  test.each(['641.avif', '640.gif', '640', '0640.avif', '640.avif.exe', '', '../640.avif'])(
    '%j is refused',
    (name) => expect(parseRendition(name)).toBeNull(),
  )
})

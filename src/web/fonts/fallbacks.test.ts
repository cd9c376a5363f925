import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

const SERIF = ['Georgia', 'Times New Roman', 'Noto Serif', 'Liberation Serif', 'DejaVu Serif']
const SANS = ['Arial', 'Helvetica', 'Roboto', 'Liberation Sans', 'DejaVu Sans']

type Face = Readonly<Record<string, string>>

const css = await readFile('src/web/fonts/fallbacks.css', 'utf8')
const theme = await readFile('src/web/theme.css', 'utf8')
const faces: readonly Face[] = [...css.matchAll(/@font-face \{(?<body>[^}]*)\}/g)].map((face) =>
  Object.fromEntries(
    [...(face.groups?.['body'] ?? '').matchAll(/(?<key>[a-z-]+): (?<value>[^;]+);/g)].map(({ groups }) => [
      groups?.['key'] ?? '',
      groups?.['value'] ?? '',
    ]),
  ),
)
const familiesOf = (property: string): string[] =>
  [...(new RegExp(`--${property}:([^;]+);`).exec(theme)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
    (it) => it[1] ?? '',
  )
const percent = (face: Face, key: string): number => Number(face[key]?.replace('%', ''))

describe.each([
  { web: 'Fraunces', property: 'font-display', fonts: SERIF, ascent: 97.8, descent: 25.5 },
  { web: 'Figtree', property: 'font-sans', fonts: SANS, ascent: 95, descent: 25 },
])('the fonts that stand in for $web', ({ web, property, fonts, ascent, descent }) => {
  const own = faces.filter((it) => it['font-family']?.startsWith(`'${web} as `))

  test.each(fonts)('%s has a face of its own, used after the web font', (font) => {
    const named = own.filter((it) => it['font-family'] === `'${web} as ${font}'`)
    expect(named.some((it) => it['src']?.includes(`local('${font}')`))).toBe(true)
    // Each further name costs a slow phone time before its first paint.
    for (const face of named) expect(face['src']?.match(/local/g)?.length).toBeLessThanOrEqual(2)
    expect(familiesOf(property)).toContain(`${web} as ${font}`)
  })

  test('are all in the list of families, and no other', () => {
    const families = new Set(own.map((it) => it['font-family']?.replaceAll("'", '')))
    expect(new Set(familiesOf(property).slice(1))).toEqual(families)
    expect(familiesOf(property)[0]).toBe(web)
  })

  test('are as high as the web font', () => {
    expect(own.length).toBeGreaterThanOrEqual(fonts.length)
    for (const face of own) {
      const scale = percent(face, 'size-adjust') / 100
      expect(percent(face, 'ascent-override') * scale).toBeCloseTo(ascent, 1)
      expect(percent(face, 'descent-override') * scale).toBeCloseTo(descent, 1)
      expect(face['line-gap-override']).toBe('0%')
    }
  })

  test('name the font of one family in each face', () => {
    expect(own.length).toBeGreaterThanOrEqual(fonts.length)
    for (const face of own) {
      const name = face['font-family']?.replace(`'${web} as `, '').replace(/ variable'|'/, '') ?? ''
      const locals = [...(face['src'] ?? '').matchAll(/local\('([^']+)'\)/g)]
      expect(locals.length, name).toBeGreaterThan(0)
      for (const [, local = ''] of locals)
        expect(local.replaceAll(/[ -]/g, '')).toMatch(new RegExp(`^${name.replaceAll(' ', '')}`))
    }
  })
})

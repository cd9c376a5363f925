import { describe, expect, test } from 'vitest'
import { classesIn, parseStylesheet } from '../../scripts/page-styles.ts'
import { HYDRATION, islandsIn, scriptsOfPages, siteAssetsOf } from '../../scripts/site-scripts.ts'
import { SITE_ENTRY } from '../../scripts/staff-code-on-site.ts'
import { ISLANDS } from '../web/site/islands/registry.ts'
import { inlinePageStyles, type PageStyles } from './page-stylesheet.ts'

const page = (body: string): string => `<head><style>everything</style></head><body>${body}</body>`

function styleFor(css: string, body: string, styles: Partial<PageStyles> = {}): string {
  return stylesIn(inlinedPage(css, body, styles))[0] ?? ''
}

const inlinedPage = (css: string, body: string, styles: Partial<PageStyles> = {}): string =>
  inlinePageStyles(page(body), { ...parseStylesheet(css), scriptClasses: [], islandClasses: {}, ...styles })
    .html

const stylesIn = (html: string): string[] =>
  [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css)

describe('the stylesheet of a page', () => {
  test('has the rules of its classes, in their order', () =>
    expect(styleFor('.b{top:0}.a{top:1px}.c{top:2px}', '<p class="a b">')).toBe('.b{top:0}.a{top:1px}'))

  test('keeps what needs no class', () => {
    const css =
      '@layer base,utilities;:root{--a:1}@font-face{font-family:A}@keyframes spin{to{rotate:1turn}}p{margin:0}'
    expect(styleFor(css, '')).toBe(css)
  })

  test('leaves out a block of which nothing is left, and keeps one within another', () => {
    const css = '@layer utilities{@media (width>=40rem){.a{top:0}}@media (hover:hover){.b{top:0}}}'
    expect(styleFor(css, '<p class="b">')).toBe('@layer utilities{@media (hover:hover){.b{top:0}}}')
  })

  test('finds classes that are escaped, in CSS or in HTML', () => {
    const css = String.raw`.sm\:w-\[50\%\]{top:0}.\32 xl{top:1px}.\[\&\>a\]\:b{top:2px}.c\'d{top:3px}`
    expect(styleFor(css, `<p class="sm:w-[50%] 2xl [&amp;&gt;a]:b c&#x27;d">`)).toBe(css)
  })

  test('keeps a rule one of whose selectors may match', () =>
    expect(styleFor('.a .x,.b{top:0}.a.x{top:1px}', '<p class="b a">')).toBe('.a .x,.b{top:0}'))

  test('takes a class for an alternative where it is excluded or one of several', () => {
    const css = String.raw`.a:not(.x){top:0}.a:is(.x,.y){top:1px}.a:has(.x){top:2px}`
    expect(styleFor(css, '<p class="a">')).toBe(css)
  })

  test('needs the only class in a pseudo-class', () => {
    const css = String.raw`.a:is(:where(.group):hover *){top:1px}`
    expect(styleFor(css, '<p class="a">')).toBe('')
    expect(styleFor(css, '<p class="a group">')).toBe(css)
  })

  test('has the classes that scripts add, and those of its own islands alone', () => {
    const css = '.toast{top:0}.chart{top:1px}.picker{top:2px}'
    const styles = { scriptClasses: ['toast'], islandClasses: { booking: ['chart'], dinner: ['picker'] } }
    expect(styleFor(css, '<div data-island="booking">', styles)).toBe('.toast{top:0}.chart{top:1px}')
  })

  test('begins with the rules of the first screen, where all follow before the rest', () => {
    const end = '<template data-first-screen-end=""></template>'
    const html = inlinedPage('.b{top:0}.a{top:1px}.t{top:2px}', `<p class="a">${end}<p class="b">`, {
      scriptClasses: ['t'],
    })
    expect(stylesIn(html)).toEqual(['.a{top:1px}', '.b{top:0}.a{top:1px}.t{top:2px}'])
    expect(html).toContain('<p class="a"><style>.b{top:0}.a{top:1px}.t{top:2px}</style><p class="b">')
  })

  test('names the pictures of backgrounds at its end, and no others but its own', () => {
    const rules =
      '.a{top:0;background-image:url(/a.webp);background-size:1px}.b{background:url(/b.webp)}.c{background:url(data:x)}.d{top:1px}'
    const css = `@layer utilities{${rules}}`
    expect(stylesIn(inlinedPage(css, '<p class="a c d">'))).toEqual([
      '@layer utilities{.a{top:0}.c{background:url(data:x)}.d{top:1px}}',
      '@layer utilities{.a{background-image:url(/a.webp);background-size:1px}}',
    ])
  })

  test('repeats no rule that needs no class after the first screen', () => {
    const end = '<template data-first-screen-end=""></template>'
    const html = inlinedPage(
      '@layer base{p{top:0}.a{top:1px}.b{top:2px}}',
      `<p class="a">${end}<p class="b">`,
    )
    expect(stylesIn(html)).toEqual([
      '@layer base{p{top:0}.a{top:1px}}',
      '@layer base{.a{top:1px}.b{top:2px}}',
    ])
  })

  test('registers each custom property once, where it is used first, and no other', () => {
    const property = (name: string) => `@property --${name}{syntax:"*";inherits:false}`
    const rules = '.a{--x:1}.b{--x:2;--y:1}.c{--z:1}'
    const css = `${property('x')}${property('y')}${property('z')}${property('x-y')}${rules}`
    const end = '<template data-first-screen-end=""></template>'
    expect(stylesIn(inlinedPage(css, `<p class="a">${end}<p class="b">`))).toEqual([
      `.a{--x:1}${property('x')}`,
      `.a{--x:1}.b{--x:2;--y:1}${property('y')}`,
    ])
  })

  test('ends with the initial values of its own custom properties, whose layer comes before all others', () => {
    const block = (values: string) => `@layer properties{@supports (not (top:1lh)){*,:before{${values}}}}`
    const properties = '@property --x{syntax:"*";inherits:false}@property --y{syntax:"*";inherits:false}'
    const css = `${block('--x:0;--y:1')}@layer utilities{.a{top:var(--x)}.b{top:var(--y)}}${properties}`
    expect(stylesIn(inlinedPage(css, '<p class="b">'))).toEqual([
      '@layer properties;@layer utilities{.b{top:var(--y)}}@property --y{syntax:"*";inherits:false}',
      block('--y:1;'),
    ])
  })

  test('has the rules of elements where the page has them first, those of others after its first screen', () => {
    const end = '<template data-first-screen-end=""></template>'
    const css =
      'a,b{top:0}table{top:1px}::placeholder{top:2px}.a table{top:3px}html,body{top:4px}b:not(table){top:5px}'
    expect(stylesIn(inlinedPage(css, `<b><input type="hidden">${end}<p class="a">`))).toEqual([
      'a,b{top:0}html,body{top:4px}b:not(table){top:5px}',
      'table{top:1px}::placeholder{top:2px}.a table{top:3px}',
    ])
    expect(styleFor(css, `<table><input>`)).toBe(css.replace('.a table{top:3px}', ''))
  })

  test('repeats a mixed colour, which older browsers do not know, after the first screen', () => {
    const end = '<template data-first-screen-end=""></template>'
    const css =
      '.a{color:#0009}@supports (color:color-mix(in lab, red, red)){.a{color:color-mix(in oklab, red 60%, blue)}}'
    expect(stylesIn(inlinedPage(css, `<p class="a">${end}`))).toEqual(['.a{color:#0009}', css])
    expect(styleFor(css, '<p class="a">')).toBe(css)
  })

  test('has the rules for print at the end of the page, where they override all others', () => {
    const print = '@media print{.a{top:0}}'
    expect(stylesIn(inlinedPage(`${print}.a{top:1px}`, '<p class="a">'))).toEqual(['.a{top:1px}', print])
  })

  test('names web fonts at the end of the page, and the fonts of the device before it paints', () => {
    const web = '@font-face{font-family:A;src:url(/a.woff2)}'
    const local = '@font-face{font-family:B;src:local(Arial)}'
    const html = inlinedPage(`${web}${local}`, '<p>')
    expect(html).toContain(`<head><style>${local}</style></head>`)
    expect(html).toContain(`<p><noscript><style>${web}</style></noscript><script>`)
  })

  test('downloads the web fonts that its text needs, and declares others where text may come', () => {
    const face = (name: string, more = '') => `@font-face{font-family:A;src:url(${name})${more}}`
    const css =
      face('latin', ';unicode-range:U+20-7E') +
      face('accents', ';unicode-range:U+A1-A8, U+E9,U+152') +
      face('italic', ';font-style:italic')
    const fontsOf = (body: string): { used: string[]; declared: string[] } => {
      const [, script = '[]'] =
        /<script>\{const faces=(.*)\.map/.exec(inlinedPage(css, body, { islandClasses: { a: [] } })) ?? []
      const faces: [string, string, unknown, boolean][] = JSON.parse(script)
      const sourcesOf = (isUsed: boolean) =>
        faces.flatMap((it) => (it[3] === isUsed ? it[1].slice(4, -1) : []))
      return { used: sourcesOf(true), declared: sourcesOf(false) }
    }
    expect(fontsOf('<p>')).toEqual({ used: ['latin'], declared: [] })
    expect(fontsOf('<p><em>')).toEqual({ used: ['latin', 'italic'], declared: [] })
    for (const text of ['Café', 'Œuvre', '§ ¡Hola!'])
      expect(fontsOf(`<p>${text}`)).toEqual({ used: ['latin', 'accents'], declared: [] })
    expect(fontsOf('<p>© 9–10')).toEqual({ used: ['latin'], declared: [] })
    const later = { used: ['latin'], declared: ['accents', 'italic'] }
    for (const part of ['<input type="search">', '<textarea>', '<div data-island="a" data-wakes="load">'])
      expect(fontsOf(part)).toEqual(later)
    for (const part of ['<input type="hidden">', '<div data-island="a" data-wakes="held">'])
      expect(fontsOf(part)).toEqual({ used: ['latin'], declared: [] })
  })

  test('refuses an island that the build does not know', () =>
    expect(() => styleFor('', '<div data-island="new">')).toThrow('no classes of the island new'))
})

describe('scripts of a page', () => {
  const chunks = {
    [SITE_ENTRY]: { file: 'site.js', imports: ['parts'] },
    parts: {
      file: 'parts.js',
      imports: ['helper'],
      dynamicImports: ['src/toaster.tsx', HYDRATION, 'src/a/booking.tsx', 'src/b/dinner.tsx'],
    },
    helper: { file: 'helper.js' },
    [HYDRATION]: { file: 'hydrate.js', imports: ['react', 'parts'] },
    'src/toaster.tsx': { file: 'toaster.js', imports: ['react'] },
    react: { file: 'react.js' },
    'src/a/booking.tsx': { file: 'booking.js', imports: ['react', 'parts'], dynamicImports: ['dialog'] },
    dialog: { file: 'dialog.js', imports: [SITE_ENTRY] },
    'src/b/dinner.tsx': { file: 'dinner.js' },
  }

  test('are those of the site and of its toasts everywhere, and those of an island beside it', () => {
    const { everywhere, islands } = scriptsOfPages(chunks, ['booking', 'dinner'])
    expect([...everywhere].toSorted()).toEqual([
      'helper',
      'parts',
      'react',
      'src/toaster.tsx',
      HYDRATION,
      SITE_ENTRY,
    ])
    expect([...(islands.get('booking') ?? [])].toSorted()).toEqual(['dialog', 'react', 'src/a/booking.tsx'])
    expect([...(islands.get('dinner') ?? [])]).toEqual(['src/b/dinner.tsx'])
  })

  test('are named to the browser: what the script of the site imports, and what each island needs to come alive', () =>
    expect(siteAssetsOf(chunks, ['booking', 'dinner'])).toEqual({
      siteScript: '/site.js',
      siteModules: ['/parts.js', '/helper.js'],
      islandModules: {
        booking: ['/hydrate.js', '/booking.js', '/react.js'],
        dinner: ['/hydrate.js', '/dinner.js', '/react.js'],
      },
    }))

  test('need an island to have the name of its file', () =>
    expect(() => scriptsOfPages(chunks, ['chart'])).toThrow('no file chart.tsx'))

  test('mention classes as words of their text', () =>
    expect(classesIn(parseStylesheet('.a-b{top:0}.c{top:0}.d{top:0}').nodes, 'className:"a-b c"')).toEqual([
      'a-b',
      'c',
    ]))
})

test('every island of the registry has the name of its file', () => {
  const registry = Object.entries(ISLANDS).map(([name, load]) => `'${name}': ${String(load)}`)
  for (const [at, name] of Object.keys(ISLANDS).entries()) expect(registry[at]).toContain(`/${name}.tsx`)
  expect(islandsIn(`'a': () => import('../x/a.tsx').then((it) => it.A)`)).toEqual(['a'])
})

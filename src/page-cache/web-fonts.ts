/** A font that browsers download, as `@font-face` describes it. */
export type WebFont = {
  readonly rule: string
  readonly family: string
  /** The `src` of its rule. */
  readonly source: string
  readonly descriptors: { readonly weight: string; readonly style: string; readonly unicodeRange?: string }
  /** Whether every page has text in it, pages with emphasis have, or few pages: accents. */
  readonly use: 'text' | 'emphasis' | 'rare'
}

const EMPHASIS = /<em\b/

/**
 * The end of a page that downloads its web fonts and shows all of them in one step, since each one makes a phone lay out the page
 * anew. Declared in a style element they would cost one layout more, and the search for every fallback font on the device. On a
 * guest's first page they wait for the first picture, which would share the connection with them; on the next they are cached. A
 * browser without scripts has the rules as they are.
 */
export function webFontsOf(html: string, fonts: readonly WebFont[]): string {
  if (fonts.length === 0) return ''
  const isUsed = ({ use }: WebFont): boolean => use === 'text' || (use === 'emphasis' && EMPHASIS.test(html))
  const faces = fonts.map((it) => [it.family, it.source, it.descriptors, isUsed(it)])
  const rules = fonts.map(({ rule }) => rule).join('')
  return `<noscript><style>${rules}</style></noscript><script>${scriptFor(JSON.stringify(faces))}</script>`
}

// A font that is rare is loaded by the browser once a text needs it; without one of its fonts the page has the others.
const scriptFor = (faces: string): string => `{const faces=${faces}.map(([family,source,more,isUsed])=>
({isUsed,face:new FontFace(family,source,more)})),
show=async()=>{await Promise.allSettled(faces.flatMap(it=>it.isUsed?it.face.load():[]))
for(const it of faces)document.fonts.add(it.face)},
picture=document.querySelector('img[fetchpriority=high]')
if(!picture||picture.complete||document.referrer.startsWith(location.origin))show()
else for(const type of['load','error'])picture.addEventListener(type,show,{once:true})}`

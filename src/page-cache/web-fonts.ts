/** A font that browsers download, as `@font-face` describes it. */
export type WebFont = {
  readonly rule: string
  readonly family: string
  /** The `src` of its rule. */
  readonly source: string
  readonly descriptors: { readonly weight: string; readonly style: string; readonly unicodeRange?: string }
}

/** Fields that guests type into, and islands; the strip of held tables, which is one, has no text of its own. */
const TEXT_TO_COME = /<textarea|<input (?!type="hidden")|\sdata-wakes="(?!held")/
const EMPHASIS = /<em\b/

/**
 * The end of a page that downloads its web fonts and shows all of them in one step, since each one makes a phone lay out the page
 * anew. Declared in a style element they would cost one layout more, and the search for every fallback font on the device. On a
 * guest's first page they wait for the first picture, which would share the connection with them; on the next they are cached. A
 * browser without scripts has the rules as they are.
 */
export function webFontsOf(
  html: string,
  fonts: readonly WebFont[],
): { readonly markup: string; readonly script: string } | null {
  if (fonts.length === 0) return null
  const mayGetText = TEXT_TO_COME.test(html)
  const faces = fonts.flatMap((it) => {
    const isUsed = isUsedIn(html, it)
    return isUsed || mayGetText ? [[it.family, it.source, it.descriptors, isUsed]] : []
  })
  const rules = fonts.map(({ rule }) => rule).join('')
  const script = scriptFor(JSON.stringify(faces))
  return { markup: `<noscript><style>${rules}</style></noscript><script>${script}</script>`, script }
}

/** Whether a page has text in a font: emphasis, or one of its characters. */
const isUsedIn = (html: string, { descriptors: { style, unicodeRange } }: WebFont): boolean =>
  (style !== 'italic' || EMPHASIS.test(html)) &&
  (unicodeRange === undefined || charactersIn(unicodeRange).test(html))

/** `U+A1-A8,U+152` as a pattern of one character. */
const charactersIn = (unicodeRange: string): RegExp =>
  new RegExp(
    `[${unicodeRange.replaceAll(/[\s,]/g, '').replaceAll(/(?:U\+|(?<=-))([\dA-F]+)/gi, '\\u{$1}')}]`,
    'u',
  )

// A font that is declared and not downloaded makes the browser search the device for a last resort, for every size of text.
// So a page declares only those that it has text for, or may have later.
const scriptFor = (faces: string): string => `{const faces=${faces}.map(([family,source,more,isUsed])=>
({isUsed,face:new FontFace(family,source,more)})),
show=async()=>{await Promise.allSettled(faces.flatMap(it=>it.isUsed?it.face.load():[]))
for(const it of faces)document.fonts.add(it.face)},
picture=document.querySelector('img[fetchpriority=high]')
if(!picture||picture.complete||document.referrer.startsWith(location.origin))show()
else for(const type of['load','error'])picture.addEventListener(type,show,{once:true})}`

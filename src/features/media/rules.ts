/** The widths a picture is offered in. A browser picks by `sizes`; a source is never blown up beyond its own width. */
const RENDITION_WIDTHS = [160, 320, 480, 640, 720, 960, 1280, 1600] as const
const RENDITION_FORMATS = ['avif', 'webp', 'jpg'] as const

type RenditionFormat = (typeof RENDITION_FORMATS)[number]
export type Rendition = { readonly width: number; readonly format: RenditionFormat }

/** The widths that make sense for a source: every one below its own, and the first that covers it. */
export function widthsFor(sourceWidth: number): number[] {
  const below = RENDITION_WIDTHS.filter((width) => width < sourceWidth)
  const covering = RENDITION_WIDTHS.find((width) => width >= sourceWidth)
  return covering ? [...below, covering] : [...below]
}

/** Every rendition there can be of a picture. */
export const allRenditions = (): Rendition[] =>
  RENDITION_WIDTHS.flatMap((width) => RENDITION_FORMATS.map((format) => ({ width, format })))

export const renditionPath = (id: string, { width, format }: Rendition): string =>
  `/media/${id}/${width}.${format}`

/** Reads `640.avif`; null for a width or a format that is not offered, so that nobody can ask for a million sizes. */
export function parseRendition(name: string): Rendition | null {
  const [width, format, rest] = name.split('.')
  const known = RENDITION_WIDTHS.find((it) => String(it) === width)
  const form = RENDITION_FORMATS.find((it) => it === format)
  return known && form && rest === undefined ? { width: known, format: form } : null
}

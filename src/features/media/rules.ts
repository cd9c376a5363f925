/**
 * Widths of image renditions, picked by the browser through `sizes`. An image is never scaled up beyond its own width.
 */
const RENDITION_WIDTHS = [160, 320, 480, 640, 720, 960, 1280, 1600] as const
const RENDITION_FORMATS = ['avif', 'webp', 'jpg'] as const

type RenditionFormat = (typeof RENDITION_FORMATS)[number]
export type Rendition = { readonly width: number; readonly format: RenditionFormat }

/** Rendition widths for a source: all below its own width, and the first that covers it. */
export function widthsFor(sourceWidth: number): number[] {
  const below = RENDITION_WIDTHS.filter((width) => width < sourceWidth)
  const covering = RENDITION_WIDTHS.find((width) => width >= sourceWidth)
  return covering ? [...below, covering] : [...below]
}

export const allRenditions = (): Rendition[] =>
  RENDITION_WIDTHS.flatMap((width) => RENDITION_FORMATS.map((format) => ({ width, format })))

export const renditionPath = (id: string, { width, format }: Rendition): string =>
  `/media/${id}/${width}.${format}`

/** Parses `640.avif`; null for any other width or format, so that clients cannot request arbitrary sizes. */
export function parseRendition(name: string): Rendition | null {
  const [width, format, rest] = name.split('.')
  const known = RENDITION_WIDTHS.find((it) => String(it) === width)
  const form = RENDITION_FORMATS.find((it) => it === format)
  return known && form && rest === undefined ? { width: known, format: form } : null
}

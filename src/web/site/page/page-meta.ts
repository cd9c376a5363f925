import type { MetaDescriptor } from 'react-router'
import { renditionPath, widthsFor } from '#features/media/rules.ts'
import type { Picture } from '#features/media/schema.ts'
import { SHARE_SIZE } from '#platform/images/share-size.ts'
import type { RootData } from '#web/root.tsx'

type Matches = readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[]

/** The root loader's data for a `meta` function; null where the root loader failed. */
export function rootDataOf(matches: Matches): RootData | null {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  return isRootData(data) ? data : null
}

const isRootData = (data: unknown): data is RootData =>
  typeof data === 'object' && data !== null && 'venue' in data

type PageMeta = {
  readonly title: string
  readonly description: string
  /** The canonical path, without query parameters that show the same page. */
  readonly path: string
  readonly origin: string
  readonly siteName: string
  readonly picture?: Picture | null
  /** Subject of the picture, in words. Without it the page's title is used. */
  readonly pictureAlt?: string
  /** Path of the picture that is drawn for this page, in place of `picture`. */
  readonly sharePicture?: string
  readonly type?: 'website' | 'article'
}

const SHARED_WIDTH = 1280

/** Title, description, canonical URL and Open Graph tags of a page. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const url = page.origin + page.path
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: page.siteName },
    { property: 'og:locale', content: 'en_US' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...pictureMeta(page),
  ]
}

/** A page without an image of its own is shared with the first picture of the site. */
function pictureMeta({
  picture,
  pictureAlt,
  sharePicture,
  title,
  siteName,
  origin,
}: Pick<
  PageMeta,
  'picture' | 'pictureAlt' | 'sharePicture' | 'title' | 'siteName' | 'origin'
>): MetaDescriptor[] {
  if (sharePicture !== undefined)
    return imageMeta({ url: origin + sharePicture, ...SHARE_SIZE, alt: pictureAlt ?? title })
  if (!picture) return imageMeta({ url: `${origin}/films/hero-share.jpg`, ...SHARE_SIZE, alt: siteName })
  const width = Math.min(SHARED_WIDTH, widthsFor(picture.width).at(-1) ?? SHARED_WIDTH)
  const shown = Math.min(width, picture.width)
  return imageMeta({
    url: origin + renditionPath(picture.id, { width, format: 'jpg' }),
    width: shown,
    height: Math.round((shown * picture.height) / picture.width),
    alt: pictureAlt ?? title,
  })
}

type SharedImage = {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly alt: string
}

const imageMeta = ({ url, width, height, alt }: SharedImage): MetaDescriptor[] => [
  { property: 'og:image', content: url },
  { property: 'og:image:width', content: String(width) },
  { property: 'og:image:height', content: String(height) },
  { property: 'og:image:alt', content: alt },
]

/**
 * Meta tags of a page that a link leads to and that search engines leave out. It is shared with the general picture and with
 * nothing of its guest: previews are shown to everybody in a chat. Without a canonical address, which would repeat the link.
 */
export function privateMeta(matches: Matches, title: string, description = ''): MetaDescriptor[] {
  const root = rootDataOf(matches)
  const whole = `${title} | ${root?.venue.name ?? ''}`
  const robots = { name: 'robots', content: 'noindex, nofollow' }
  if (!root) return [{ title: whole }, robots]
  const { venue, origin } = root
  return [
    { title: whole },
    robots,
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description || venue.tagline },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: venue.name },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...pictureMeta({ title, siteName: venue.name, origin }),
  ]
}

/** Meta tags of a legal page, which differ by name only. */
export function legalMeta(matches: Matches, title: string, path: string): MetaDescriptor[] {
  const root = rootDataOf(matches)
  if (!root) return []
  const { venue, origin } = root
  return pageMeta({
    title: `${title} | ${venue.name}`,
    description: `${title} of ${venue.name}, ${venue.city}, ${venue.region}.`,
    path,
    origin,
    siteName: venue.name,
  })
}

import type { MetaDescriptor } from 'react-router'
import { renditionPath, widthsFor } from '#features/media/rules.ts'
import type { Picture } from '#features/media/schema.ts'
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
    { name: 'twitter:card', content: page.picture ? 'summary_large_image' : 'summary' },
    ...(page.picture ? pictureMeta(page.picture, page.origin) : []),
  ]
}

function pictureMeta(picture: Picture, origin: string): MetaDescriptor[] {
  const width = Math.min(SHARED_WIDTH, widthsFor(picture.width).at(-1) ?? SHARED_WIDTH)
  const shown = Math.min(width, picture.width)
  return [
    { property: 'og:image', content: origin + renditionPath(picture.id, { width, format: 'jpg' }) },
    { property: 'og:image:width', content: String(shown) },
    { property: 'og:image:height', content: String(Math.round((shown * picture.height) / picture.width)) },
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

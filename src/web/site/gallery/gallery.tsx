import { useLocation } from 'react-router'
import { GALLERY_TABS, galleryTab } from '#features/gallery/rules.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import type { GalleryItem, GalleryType } from '#features/gallery/schema.ts'
import { listGalleryItems } from '#features/gallery/service.ts'
import { GalleryPhotos } from '#features/gallery/ui/gallery-photos.tsx'
import { StateNote } from '#ui/state.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { withContext } from '#http/context.ts'
import { LoadFailure } from '../page/load-failure.tsx'
import { PageHeading } from '../page/page-heading.tsx'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { ReloadLink } from '../page/reload-link.tsx'
import type { Route } from './+types/gallery.ts'

export const loader = withContext(async (deps) => ({ data: await listGalleryItems(deps.db) }))

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const root = rootDataOf(matches)
  if (!root) return []
  const { venue, origin } = root
  const tab = galleryTab(new URLSearchParams(location.search).get('tab'))
  const items = loaderData?.data ?? []
  return pageMeta({
    title: `Gallery | ${venue.name}`,
    description: `The rooms, the plates and the nights of ${venue.name} in pictures.`,
    path: galleryAddress(tab),
    origin,
    siteName: venue.name,
    picture: items.find((item) => item.galleryType === tab)?.picture ?? null,
  })
}

const galleryAddress = (tab: GalleryType): string => (tab === 'main' ? '/gallery' : `/gallery?tab=${tab}`)

export default function Gallery({ loaderData: { data: items } }: Route.ComponentProps) {
  const tab = galleryTab(new URLSearchParams(useLocation().search).get('tab'))
  return (
    <>
      <GalleryHeading />
      <div className="wrap pt-6 md:pt-8">
        <LinkTabs
          label="Gallery"
          tabs={GALLERY_TABS.map(({ type, name }) => ({
            to: galleryAddress(type),
            label: name,
            isCurrent: type === tab,
          }))}
        />
        <section aria-labelledby="gallery-group" className="pt-6 md:pt-8">
          <h2 id="gallery-group" className="mb-5 text-heading">
            {capitalized(tab)}
          </h2>
          <Items items={items.filter((item) => item.galleryType === tab)} />
        </section>
      </div>
    </>
  )
}

const GalleryHeading = () => (
  <PageHeading
    eyebrow="Gallery"
    title="Look around,"
    accent="stay till five."
    text="The rooms before the doors open, the plates before they are shared, the nights as they were announced."
  />
)

function Items({ items }: { items: readonly GalleryItem[] }) {
  if (items.length === 0)
    return (
      <StateNote role="status" title="No gallery items found">
        <ReloadLink label="Refresh" />
      </StateNote>
    )
  return <GalleryPhotos items={items} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <GalleryHeading />
      <div className="wrap pt-10">
        <LoadFailure error={error} />
      </div>
    </>
  )
}

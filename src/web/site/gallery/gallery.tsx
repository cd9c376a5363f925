import { type ShouldRevalidateFunctionArgs, useLocation, useNavigation } from 'react-router'
import { GALLERY_TABS, galleryLabel, galleryTab } from '#features/gallery/rules.ts'
import type { GalleryItem, GalleryType } from '#features/gallery/schema.ts'
import { listGalleryItems } from '#features/gallery/service.ts'
import { EmptyGallery } from '#features/gallery/ui/empty-gallery.tsx'
import { GalleryPhotos } from '#features/gallery/ui/gallery-photos.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { StateNote } from '#ui/state.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { withContext } from '#http/context.ts'
import { PendingPage } from '../page/pending-page.tsx'
import { type Deferred, loadThroughCache } from '../page/loader-cache.ts'
import { LoadFailure } from '../page/load-failure.tsx'
import { PageHeading } from '../page/page-heading.tsx'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { ReloadForm } from '../page/reload-form.tsx'
import type { Route } from './+types/gallery.ts'

/** Loads every gallery type, so that changing the tab needs no request. */
export const loader = withContext(async (deps) => ({ data: await listGalleryItems(deps.db) }))

const FRESH_MS = 300_000

export const clientLoader = ({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<Deferred<GalleryItem[]>> =>
  loadThroughCache({ request, serverLoader, freshMs: FRESH_MS })

/** Another tab is rendered from the loaded data. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.currentUrl.search === args.nextUrl.search && args.defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const root = rootDataOf(matches)
  if (!root) return []
  const { venue, origin } = root
  const tab = galleryTab(new URLSearchParams(location.search).get('tab'))
  const items = loaderData && 'data' in loaderData ? loaderData.data : []
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

/** Reads the tab from the URL; during a navigation, from the URL that is being opened. */
function useShownTab(): GalleryType {
  const current = useLocation()
  const next = useNavigation().location
  const { search } = next?.pathname === current.pathname ? next : current
  return galleryTab(new URLSearchParams(search).get('tab'))
}

export default function Gallery({ loaderData }: Route.ComponentProps) {
  const tab = useShownTab()
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
            {galleryLabel(tab)}
          </h2>
          <PendingPage deferred={loaderData} skeleton={<Skeleton />}>
            {(items) => <Items items={items.filter((item) => item.galleryType === tab)} tab={tab} />}
          </PendingPage>
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

const Skeleton = () => (
  <div className="relative">
    <p
      role="status"
      className="absolute top-24 left-1/2 z-10 flex -translate-x-1/2 items-center gap-3 rounded-full bg-night px-5 py-2.5 whitespace-nowrap"
    >
      <Spinner className="size-6 text-brass" /> Loading gallery...
    </p>
    <EmptyGallery />
  </div>
)

function Items({ items, tab }: { items: readonly GalleryItem[]; tab: GalleryType }) {
  if (items.length === 0)
    return (
      <StateNote role="status" title="No gallery items found">
        <ReloadForm label="Refresh" keep={tab === 'main' ? {} : { tab }} />
      </StateNote>
    )
  return <GalleryPhotos key={tab} items={items} />
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

import { loadHomeEvents } from '#features/events/service.ts'
import { roomPictures } from '#features/gallery/rules.ts'
import type { GalleryItem } from '#features/gallery/schema.ts'
import { listGalleryItems } from '#features/gallery/service.ts'
import { renditionPath } from '#features/media/rules.ts'
import { priceSpan, signatureOf } from '#features/menu/rules.ts'
import type { MenuItem } from '#features/menu/schema.ts'
import { loadMenu } from '#features/menu/service.ts'
import { listActiveModals } from '#features/home-modals/service.ts'
import { comingSpecialDays, restaurantSchema, subtitleOf } from '#features/venue/rules.ts'
import { businessDate } from '#lib/venue-time.ts'
import { readPart, withContext } from '#http/context.ts'
import type { Route } from './+types/home.ts'
import { HomeAtmosphere } from './home-atmosphere.tsx'
import { HomeClosing } from './home-closing.tsx'
import type { HomeData } from './home-data.ts'
import { HomeEvents } from './home-events.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeHours } from './home-hours.tsx'
import { HomeModals } from './home-modals.tsx'
import { HomeStory } from './home-story.tsx'
import { HomeHighlights } from './home-highlights.tsx'
import { FirstScreenEnd } from '../layout/first-screen-end.tsx'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { useRootData } from '../layout/site-layout.tsx'
import { StructuredData } from '../page/structured-data.tsx'

const ROOMS_SHOWN = 3
const STOCK_IMAGE = '/films/hero-poster-960.webp'

export const loader = withContext(async (deps): Promise<HomeData> => {
  const [events, gallery, menu, modals, venue] = await Promise.all([
    readPart(deps, () => loadHomeEvents(deps), {
      empty: { today: [], upcoming: [] },
      onError: (error) =>
        deps.log.error({ event: 'events.load_failed', err: error }, 'Error fetching events:'),
    }),
    readPart<GalleryItem[]>(deps, () => listGalleryItems(deps.db), {
      empty: [],
      onError: (error) =>
        deps.log.error({ event: 'gallery.load_failed', err: error }, 'the pictures could not be read'),
    }),
    readPart<MenuItem[]>(deps, () => loadMenu(deps), {
      empty: [],
      onError: (error) =>
        deps.log.error({ event: 'menu.load_failed', err: error }, 'the menu could not be read'),
    }),
    readPart(deps, () => listActiveModals(deps.db), {
      empty: [],
      onError: (error) =>
        deps.log.error(
          { event: 'home_modals.load_failed', err: error },
          'the modals of the home page could not be read; none is shown',
        ),
    }),
    deps.loadVenue(),
  ])
  const featured = gallery.filter((it) => it.galleryType === 'featured').map((it) => it.picture.id)
  const venueRooms = roomPictures(gallery, 'venue')
  const moods = roomPictures(gallery, 'atmosphere')
  return {
    events,
    next: [...events.today, ...events.upcoming].find(({ closure }) => closure === null) ?? null,
    dish: toPlate(signatureOf(menu, 'main', featured)),
    drink: toPlate(signatureOf(menu, 'beverage', featured)),
    rooms: venueRooms.slice(0, ROOMS_SHOWN),
    table: moods.at(1) ?? venueRooms.at(ROOMS_SHOWN) ?? null,
    stage: roomPictures(gallery, 'events')[0] ?? null,
    share: roomPictures(gallery, 'main')[0]?.picture ?? null,
    priceRange: priceSpan(menu),
    specialDays: comingSpecialDays(venue.specialDays, businessDate(deps.now)),
    modals,
  }
})

const toPlate = (item: MenuItem | null): HomeData['dish'] =>
  item && {
    slug: item.slug,
    name: item.name,
    description: item.description,
    priceCents: item.priceCents,
    picture: item.picture,
  }

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const root = rootDataOf(matches)
  if (!root) return []
  const { venue, origin } = root
  return pageMeta({
    title: `${venue.name} | ${subtitleOf(venue.tagline)} in ${venue.city}, ${venue.region}`,
    description: venue.description,
    path: '/',
    origin,
    siteName: venue.name,
    picture: loaderData?.share ?? null,
  })
}

export default function Home({ loaderData: data }: Route.ComponentProps) {
  const { venue } = useRootData()
  return (
    <>
      <HomeHero venue={venue} />
      <FirstScreenEnd />
      <HomeHighlights data={data} />
      <HomeStory venue={venue} />
      <HomeAtmosphere rooms={data.rooms} />
      <HomeHours venue={venue} specialDays={data.specialDays} />
      <HomeEvents events={data.events} />
      <HomeClosing table={data.table} stage={data.stage} />
      <HomeModals modals={data.modals} venue={venue} stockImage={STOCK_IMAGE} />
      <HomeStructuredData data={data} />
    </>
  )
}

function HomeStructuredData({ data }: { data: HomeData }) {
  const { venue, origin } = useRootData()
  const images = [data.share, ...data.rooms.map((room) => room.picture)].flatMap((picture) =>
    picture ? [origin + renditionPath(picture.id, { width: 1280, format: 'jpg' })] : [],
  )
  return <StructuredData data={restaurantSchema(venue, { origin, images, priceRange: data.priceRange })} />
}

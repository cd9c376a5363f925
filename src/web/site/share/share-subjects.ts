import { nightText } from '#lib/venue-time.ts'
import type { Event } from '#features/events/schema.ts'
import type { ShareSubject } from '#features/media/share-pictures/schema.ts'
import type { MenuItem } from '#features/menu/schema.ts'
import type { Venue } from '#features/venue/schema.ts'
import { formatUsdShort } from '#lib/money.ts'

type SharedEvent = Pick<Event, 'slug' | 'title' | 'date' | 'startTime' | 'endTime' | 'picture'>
type SharedDish = Pick<MenuItem, 'slug' | 'name' | 'priceCents' | 'picture'>
type SiteName = Pick<Venue, 'name'>

export const shareEvent = (event: SharedEvent, { name }: SiteName): ShareSubject => ({
  kind: 'events',
  slug: event.slug,
  title: event.title,
  detail: nightText(event),
  siteName: name,
  pictureId: event.picture?.id ?? null,
})

export const shareDish = (dish: SharedDish, { name }: SiteName): ShareSubject => ({
  kind: 'menu',
  slug: dish.slug,
  title: dish.name,
  detail: formatUsdShort(dish.priceCents),
  siteName: name,
  pictureId: dish.picture?.id ?? null,
})

import { renditionPath, widthsFor } from '#features/media/rules.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { Badge } from '#ui/badge.tsx'
import { capitalized } from '#lib/text/capitalized.ts'
import type { GalleryItem } from '../schema.ts'
import { GalleryGrid, type GridPlace } from './gallery-grid.tsx'
import { LightboxTemplate } from './lightbox.tsx'

// Number of pictures above the fold; the others load lazily.
const FIRST = 1

/** Pictures of one tab. Each links to the full image; with JavaScript it opens in a lightbox. */
export const GalleryPhotos = ({ items }: { items: readonly GalleryItem[] }) => (
  <>
    <GalleryGrid places={items.map(placeOf)}>
      {(place, index) => {
        const item = items[index]
        return item ? <GalleryPhoto item={item} place={place} isFirst={index < FIRST} /> : null
      }}
    </GalleryGrid>
    <LightboxTemplate
      label={`${capitalized(items[0]?.galleryType ?? 'main')} gallery`}
      count={items.length}
    />
  </>
)

const placeOf = ({ id, picture }: GalleryItem) => ({ key: id, ratio: picture.width / picture.height })

const fullPath = ({ picture }: GalleryItem): string =>
  renditionPath(picture.id, { width: widthsFor(picture.width).at(-1) ?? 1280, format: 'jpg' })

type GalleryPhotoProps = {
  readonly item: GalleryItem
  readonly place: GridPlace
  readonly isFirst: boolean
}

const GalleryPhoto = ({ item, place, isFirst }: GalleryPhotoProps) => (
  <a
    href={fullPath(item)}
    aria-haspopup="dialog"
    data-photo
    data-title={item.title}
    data-description={item.description ?? ''}
    data-category={capitalized(item.category)}
    data-type={capitalized(item.galleryType)}
    className="group flex h-full flex-col rounded-xl md:rounded-card"
  >
    <span className="relative block flex-1 overflow-hidden rounded-xl border border-bark transition-colors group-hover:border-brass/60 md:rounded-card">
      <Picture
        picture={item.picture}
        alt={item.alt}
        sizes={place.sizes}
        isFirst={isFirst}
        className="h-full max-h-[44rem] w-full object-cover transition-transform duration-500 group-hover:scale-[1.03]"
      />
    </span>
    {/* Caption below the picture: a badge on top of it would cover a poster's text. */}
    <span className="flex items-center justify-between gap-3 pt-2 pb-3">
      <span className="hidden min-w-0 truncate font-display text-lg lg:block">{item.title}</span>
      <Badge>{capitalized(item.category)}</Badge>
    </span>
  </a>
)

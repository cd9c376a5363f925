import { type ComponentType, type MouseEvent, useRef, useState } from 'react'
import { renditionPath, widthsFor } from '#features/media/rules.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { Badge } from '#ui/badge.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { galleryLabel } from '../rules.ts'
import type { GalleryItem } from '../schema.ts'
import type { LightboxProps } from './lightbox.tsx'
import { GalleryGrid, type GridPlace } from './gallery-grid.tsx'

// Number of pictures above the fold; the others load lazily.
const FIRST = 1

/** Pictures of one tab. Each links to the full image, which opens in a lightbox when JavaScript is available. */
export function GalleryPhotos({ items }: { items: readonly GalleryItem[] }) {
  const [isLoading, setLoading] = useState<string | null>(null)
  const [opened, setOpened] = useState<number | null>(null)
  const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps> | null>(null)
  const clicked = useRef<HTMLAnchorElement>(null)

  const open = async (event: MouseEvent<HTMLAnchorElement>, index: number): Promise<void> => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const link = event.currentTarget
    clicked.current = link
    setLoading(items[index]?.id ?? null)
    try {
      const lightbox = await loadLightbox()
      setLightbox(() => lightbox)
      setOpened(index)
    } catch {
      window.location.assign(link.href)
    } finally {
      setLoading(null)
    }
  }

  const close = (): void => {
    setOpened(null)
    clicked.current?.focus({ preventScroll: true })
  }

  return (
    <>
      <GalleryGrid places={items.map(placeOf)}>
        {(place, index) => {
          const item = items[index]
          return item ? (
            <GalleryPhoto
              item={item}
              place={place}
              isFirst={index < FIRST}
              isLoading={isLoading === item.id}
              onOpen={(event) => void open(event, index)}
            />
          ) : null
        }}
      </GalleryGrid>
      {Lightbox && opened !== null ? <Lightbox items={items} start={opened} onClose={close} /> : null}
    </>
  )
}

const loadLightbox = async (): Promise<ComponentType<LightboxProps>> =>
  (await import('./lightbox.tsx')).Lightbox

const preloadLightbox = (): void => void loadLightbox().catch(() => undefined)

const placeOf = ({ id, picture }: GalleryItem) => ({ key: id, ratio: picture.width / picture.height })

const fullPath = ({ picture }: GalleryItem): string =>
  renditionPath(picture.id, { width: widthsFor(picture.width).at(-1) ?? 1280, format: 'jpg' })

type GalleryPhotoProps = {
  readonly item: GalleryItem
  readonly place: GridPlace
  readonly isFirst: boolean
  readonly isLoading: boolean
  readonly onOpen: (event: MouseEvent<HTMLAnchorElement>) => void
}

const GalleryPhoto = ({ item, place, isFirst, isLoading, onOpen }: GalleryPhotoProps) => (
  <a
    href={fullPath(item)}
    aria-haspopup="dialog"
    onClick={onOpen}
    onPointerEnter={preloadLightbox}
    onFocus={preloadLightbox}
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
      {isLoading ? <Spinner className="absolute inset-0 m-auto size-12 text-brass" /> : null}
    </span>
    {/* Caption below the picture: a badge on top of it would cover a poster's text. */}
    <span className="flex items-center justify-between gap-3 pt-2 pb-3">
      <span className="hidden min-w-0 truncate font-display text-lg lg:block">{item.title}</span>
      <Badge>{galleryLabel(item.category)}</Badge>
    </span>
  </a>
)

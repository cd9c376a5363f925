import type { GalleryItem } from '#features/gallery/schema.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

export const HomeAtmosphere = ({ rooms }: { rooms: readonly GalleryItem[] }) => (
  <section aria-labelledby="atmosphere" className="below-screen bg-ember py-20 md:py-28">
    <div className="wrap">
      <div className="flex flex-col gap-8 lg:flex-row lg:items-end lg:justify-between">
        <div className="max-w-2xl">
          <p className="eyebrow">Atmosphere</p>
          <h2 id="atmosphere" className="mt-4 text-title">
            Every corner keeps <em className="text-brass">its own light.</em>
          </h2>
          <p className="mt-5 text-lg text-sand">
            Lanterns over the long table, tile behind the bar, a sky of bulbs above the terrace. Come early
            and choose your corner; stay, and watch it change.
          </p>
        </div>
        <div className="flex shrink-0 flex-col gap-2 lg:items-end">
          <ButtonLink href="/gallery?tab=venue" look="outline">
            Explore Our Venue
            <Icon name="arrow" />
          </ButtonLink>
          <p className="text-sm text-sand">Virtual tour and photo gallery available</p>
        </div>
      </div>
      {rooms.length === 0 ? null : (
        <ul className="mt-12 grid grid-cols-2 gap-4 lg:grid-cols-[2fr_1fr] lg:grid-rows-2">
          {rooms.map((room, index) => (
            <Room key={room.id} room={room} isLarge={index === 0} />
          ))}
        </ul>
      )}
    </div>
  </section>
)

const Room = ({ room, isLarge }: { room: GalleryItem; isLarge: boolean }) => (
  <li className={isLarge ? 'col-span-2 lg:col-span-1 lg:row-span-2' : ''}>
    <figure className="flex h-full flex-col">
      <div
        // Firefox gives a flex basis of 0 precedence over the aspect ratio, and the picture no height.
        className={`relative flex-auto overflow-hidden rounded-card ${isLarge ? 'aspect-[4/3]' : 'aspect-[3/2]'}`}
      >
        <Picture
          picture={room.picture}
          alt={room.alt}
          sizes={isLarge ? '(min-width: 1024px) 50rem, 100vw' : '(min-width: 1024px) 25rem, 50vw'}
          className="absolute inset-0 size-full object-cover"
        />
      </div>
      <figcaption className="mt-3 text-sand">{room.title}</figcaption>
    </figure>
  </li>
)

import type { PublicVenue } from '#features/venue/schema.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { Film } from '../page/film.tsx'

const STATS = [
  { figure: '1+', text: 'year of excellence' },
  { figure: '50+', text: 'signature dishes' },
] as const

const COMFORTS: readonly { readonly icon: IconName; readonly name: string }[] = [
  { icon: 'people', name: 'Private dining rooms' },
  { icon: 'glass', name: 'Premium bar service' },
  { icon: 'mic', name: 'Live entertainment' },
  { icon: 'events', name: 'VIP bottle service' },
]

export const HomeStory = ({ venue }: { venue: PublicVenue }) => (
  <section
    id="story"
    aria-labelledby="story-title"
    className="wrap below-screen grid grid-cols-1 items-center gap-12 py-20 [--tall:75rem] md:py-28 lg:grid-cols-[6fr_5fr] lg:gap-20 lg:[--tall:37rem]"
  >
    <div>
      <p className="eyebrow">Our Story</p>
      <h2 id="story-title" className="mt-4 text-title">
        Two shores, <em className="text-brass">one fire.</em>
      </h2>
      <p className="mt-6 max-w-[60ch] text-lg text-sand">{venue.story}</p>
      <dl className="mt-10 flex flex-wrap gap-x-10 gap-y-6 border-y border-bark py-6 sm:gap-16">
        {STATS.map(({ figure, text }) => (
          <div key={text} className="flex flex-col-reverse">
            <dt className="text-sand">{text}</dt>
            <dd className="font-display text-5xl text-brass">{figure}</dd>
          </div>
        ))}
      </dl>
      <ul className="mt-8 grid gap-x-8 gap-y-4 xs:grid-cols-2">
        {COMFORTS.map(({ icon, name }) => (
          <li key={name} className="flex items-center gap-3">
            <Icon name={icon} className="size-6 text-teal-light" />
            {name}
          </li>
        ))}
      </ul>
    </div>
    <StoryFilm />
  </section>
)

const SIZES = '(min-width: 1024px) 32rem, (min-width: 640px) 28rem, 100vw'

/** The story film under an arch, like the booths. */
const StoryFilm = () => (
  <div className="relative mx-auto w-full max-w-md lg:max-w-none">
    <div
      className="absolute -inset-3 rounded-t-full rounded-b-[2rem] border border-brass/40"
      aria-hidden="true"
    />
    <div className="relative aspect-4/5 overflow-hidden rounded-t-full rounded-b-3xl bg-cocoa">
      <picture className="contents">
        {(['avif', 'webp'] as const).map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            srcSet={[480, 800].map((width) => `/films/story-poster-${width}.${format} ${width}w`).join(', ')}
            sizes={SIZES}
          />
        ))}
        <img
          src="/films/story-poster-480.webp"
          width={800}
          height={1000}
          alt="Mint tea in two gilded glasses on a copper tray, between candles and a brass pot"
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      </picture>
      <Film
        name="story"
        label="story film"
        className="absolute inset-0 size-full object-cover"
        buttonClassName="absolute right-5 bottom-5"
      />
    </div>
  </div>
)

import type { ReactNode } from 'react'
import { lastHour, serviceCaption } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Film } from '../page/film.tsx'

const widths = (name: string, list: readonly number[], format: 'avif' | 'webp'): string =>
  list.map((width) => `/films/${name}-${width}.${format} ${width}w`).join(', ')

const PHONE = '(max-width: 640px) and (orientation: portrait)'
const NOT_PHONE = '(min-width: 640.02px), (orientation: landscape)'
// A smaller image than a phone's pixel density asks for: the shade over it hides the difference.
const PHONE_SIZES = '66vw'
// The image covers a box taller than its aspect ratio, so that it renders wider than the viewport.
const WIDE_SIZES = '(max-aspect-ratio: 16/9) 165svh, 100vw'

/** Poster image of the hero; the film loads over it later. */
const HeroPicture = () => (
  <picture className="contents">
    <HeroPreload name="hero-poster-phone" list={[480, 600]} media={PHONE} sizes={PHONE_SIZES} />
    <HeroPreload name="hero-poster" list={[640, 960, 1600]} media={NOT_PHONE} sizes={WIDE_SIZES} />
    {(['avif', 'webp'] as const).map((format) => (
      <source
        key={format}
        media={PHONE}
        type={`image/${format}`}
        srcSet={widths('hero-poster-phone', [480, 600], format)}
        sizes={PHONE_SIZES}
        width={600}
        height={900}
      />
    ))}
    <source type="image/avif" srcSet={widths('hero-poster', [640, 960, 1600], 'avif')} sizes={WIDE_SIZES} />
    <img
      src="/films/hero-poster-960.webp"
      srcSet={widths('hero-poster', [640, 960, 1600], 'webp')}
      sizes={WIDE_SIZES}
      width={1600}
      height={900}
      alt=""
      fetchPriority="high"
      className="absolute inset-0 size-full object-cover"
    />
  </picture>
)

type PreloadProps = {
  readonly name: string
  readonly list: readonly number[]
  readonly media: string
  readonly sizes: string
}

const HeroPreload = ({ name, list, media, sizes }: PreloadProps) => (
  <link
    rel="preload"
    as="image"
    type="image/avif"
    // React hoists a preload link into the head only if it has an `href`.
    href={`/films/${name}-${list[0]}.avif`}
    media={media}
    imageSrcSet={widths(name, list, 'avif')}
    imageSizes={sizes}
    fetchPriority="high"
  />
)

export const HomeHero = ({ venue }: { venue: PublicVenue }) => (
  <section className="relative isolate flex min-h-[max(30rem,calc(100svh-8rem-env(safe-area-inset-bottom)))] items-end overflow-hidden md:min-h-[max(36rem,calc(100svh-5rem))] lg:items-center">
    <div className="absolute inset-x-0 top-0 bottom-[18%] -z-10 md:bottom-[8%] lg:bottom-0">
      <HeroPicture />
    </div>
    {/* Invisible until the element after it is there: aligned to the bottom, it would move up with each part that arrives. */}
    <div className="hero-text-shade mt-24 w-full pt-20 pb-[calc(2rem+var(--consent))] not-has-[+*]:invisible md:pb-[calc(4rem+var(--consent))] lg:mt-0 lg:py-16">
      <div className="wrap">
        <h1 className="flex flex-col gap-4">
          {/* On phones below each other, whatever fits: the two fonts arrive one after the other. */}
          <span className="flex flex-col gap-x-4 gap-y-1.5 sm:flex-row sm:items-center">
            <span className="text-2xl md:text-[1.75rem]">{venue.name}</span>{' '}
            <span className="hidden h-px w-10 bg-brass sm:block" aria-hidden="true" />
            <span className="eyebrow font-sans leading-normal">{venue.tagline}</span>
          </span>{' '}
          <span className="text-hero leading-[1.02]">
            Dine at dusk, <em className="block text-brass">dance till {lastHour(venue.hours)}.</em>
          </span>
        </h1>
        <p className="mt-5 max-w-[34rem] text-lg text-balance text-cream">{venue.description}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <HeroButton caption={serviceCaption(venue.hours, 'restaurant')}>Dine With Us</HeroButton>
          <HeroButton look="outline" caption={serviceCaption(venue.hours, 'social')}>
            Reserve Night Table
          </HeroButton>
        </div>
      </div>
    </div>
    <Film
      name="hero"
      label="background film"
      // Slightly smaller than the poster, so that the poster remains the largest contentful paint.
      className="absolute top-0 left-0 -z-10 h-[calc(82%-2px)] w-full object-cover md:h-[calc(92%-2px)] lg:h-[calc(100%-2px)]"
      buttonClassName="absolute top-3 right-3 z-10 md:right-6 lg:top-auto lg:bottom-6"
    />
    <div className="absolute inset-0 -z-10 lg:hero-shade" aria-hidden="true" />
  </section>
)

type HeroButtonProps = {
  readonly look?: 'solid' | 'outline'
  readonly caption: string
  readonly children: ReactNode
}

const HeroButton = ({ look = 'solid', caption, children }: HeroButtonProps) => (
  <ButtonLink
    href="/reservations"
    look={look}
    className="flex-1 basis-40 flex-col items-start gap-0 py-3 text-left leading-snug whitespace-nowrap max-sm:px-3.5 sm:flex-none sm:basis-auto sm:px-6"
  >
    <span className="text-[0.9375rem] sm:text-base">{children}</span>
    <span className="text-xs font-medium">{caption}</span>
  </ButtonLink>
)

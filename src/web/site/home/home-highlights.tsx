import { priceText } from '#features/events/rules.ts'
import { timeText } from '#lib/venue-time.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { formatUsdShort } from '#lib/money.ts'
import type { HomeData } from './home-data.ts'

type Highlight = {
  readonly to: string
  readonly title: string
  readonly price: string
  readonly text: string
  readonly picture: HomeData['share']
}

function highlightsOf({ dish, drink, next, stage }: HomeData): Highlight[] {
  const plates = [dish, drink].flatMap((item) =>
    item
      ? [
          {
            to: `/menu/${item.slug}`,
            title: item.name,
            price: formatUsdShort(item.priceCents),
            text: item.description,
            picture: item.picture,
          },
        ]
      : [],
  )
  if (!next) return plates
  const night = {
    to: `/events/${next.slug}`,
    title: next.title,
    price: priceText(next.price),
    text: [next.dj ?? next.host, timeText(next)].filter(Boolean).join(', '),
    picture: stage?.picture ?? next.picture,
  }
  return [...plates, night]
}

/** Cards of a dish, a drink and the next event. */
export const HomeHighlights = ({ data }: { data: HomeData }) => (
  <section aria-labelledby="taste" className="relative">
    <div className="zellige-strip" aria-hidden="true" />
    <div className="mudcloth absolute inset-0 -z-10" aria-hidden="true" />
    <h2 id="taste" className="sr-only">
      From the kitchen, the bar and the stage
    </h2>
    <ul className="wrap flex min-h-80 snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto py-12 [scrollbar-width:none] md:grid md:grid-cols-3 md:gap-5 md:overflow-visible md:py-14">
      {highlightsOf(data).map((highlight) => (
        <HighlightCard key={highlight.to} highlight={highlight} />
      ))}
    </ul>
  </section>
)

const HighlightCard = ({ highlight: { to, title, price, text, picture } }: { highlight: Highlight }) => (
  <li className="group relative w-[min(19rem,82%)] shrink-0 snap-start overflow-hidden rounded-card border border-bark bg-cocoa transition-colors duration-200 hover:border-brass/60 md:w-auto">
    <div className="overflow-hidden">
      <Picture
        picture={picture}
        alt=""
        sizes="(min-width: 768px) min(24rem, 33vw), 19rem"
        className="aspect-4/3 w-full object-cover transition-transform duration-500 group-hover:scale-[1.03]"
      />
    </div>
    <div className="p-5">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-2xl wrap-anywhere">
          <a href={to} className="after:absolute after:inset-0 hover:text-brass">
            {title}
          </a>
        </h3>
        <p className="shrink-0 font-semibold text-brass">{price}</p>
      </div>
      <p className="mt-1.5 line-clamp-2 text-sand">{text}</p>
    </div>
  </li>
)

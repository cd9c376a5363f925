import type { ReactNode } from 'react'
import { formatUsdShort } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { dietaryColour, dietaryLabel } from './dietary-tags.tsx'
import type { MenuCardItem } from './menu-card.tsx'

/** Menu as a printed card: names, dotted leaders and prices in a double brass border. */
export const MenuList = ({ items }: { items: readonly MenuCardItem[] }) => (
  <PrintedCard>
    <ul className="lg:columns-2 lg:gap-16">
      {items.map((item) => (
        <li key={item.slug} className="break-inside-avoid">
          <MenuLine item={item} />
        </li>
      ))}
    </ul>
  </PrintedCard>
)

const PrintedCard = ({ children }: { children: ReactNode }) => (
  <div className="rounded-card border border-brass-deep/70 bg-ember p-1.5">
    <div className="rounded-xl border border-brass-deep/40 px-4 py-8 sm:px-10 sm:py-12">
      <Flourish />
      <div className="my-6 sm:my-8">{children}</div>
      <Flourish />
    </div>
  </div>
)

const Flourish = () => (
  <svg viewBox="0 0 240 24" className="mx-auto h-6 w-60 max-w-full text-brass-deep" aria-hidden="true">
    <path d="M0 12h92m56 0h92M84 12l4-4 4 4-4 4zm64 0 4-4 4 4-4 4z" fill="none" stroke="currentColor" />
    <path
      d="m120 1 3.300 4.500 5.500-.800-.800 5.500L132.500 12l-4.500 1.800.800 5.500-5.500-.800L120 23l-3.300-4.500-5.500.800.800-5.500-4.500-1.800 4.500-1.800-.800-5.500 5.500.800z"
      fill="currentColor"
    />
    <circle cx="120" cy="12" r="3" className="fill-ember" />
  </svg>
)

const MenuLine = ({ item }: { item: MenuCardItem }) => (
  <article className="relative -mx-2 rounded-xl px-2 py-3 transition-colors hover:bg-cocoa has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-brass sm:-mx-4 sm:px-4">
    <div className="flex items-baseline-last gap-3">
      <h3 className="text-xl wrap-anywhere">
        <a href={`/menu/${item.slug}`} className="outline-none after:absolute after:inset-0">
          {item.name}
        </a>
      </h3>
      <span aria-hidden="true" className="min-w-6 flex-1 border-b-2 border-dotted border-clay" />
      <p className="text-lg font-semibold text-brass">{formatUsdShort(item.priceCents)}</p>
    </div>
    <p className="mt-1 max-w-prose text-[0.9375rem] leading-normal text-sand">{item.description}</p>
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-sm">
      {item.isSoldOutToday ? <Badge tone="burgundy">Sold out today</Badge> : null}
      {item.dietary.map((tag, index) => (
        <span key={tag} className="whitespace-nowrap">
          <span className={dietaryColour(tag)}>{dietaryLabel(tag)}</span>
          {index < item.dietary.length - 1 ? <span className="text-dune"> ·</span> : null}
        </span>
      ))}
    </p>
  </article>
)

import type { MenuCategory } from '../schema.ts'
import { MenuCard, type MenuCardItem, pictureShape } from './menu-card.tsx'

const gridOf = (category: MenuCategory): string =>
  category === 'beverage'
    ? 'grid gap-4 sm:grid-cols-2 sm:gap-6 md:grid-cols-3 xl:grid-cols-4'
    : 'grid gap-5 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3'

const sizesOf = (category: MenuCategory): string =>
  category === 'beverage'
    ? '(min-width: 80rem) 18rem, (min-width: 48rem) 31vw, (min-width: 40rem) 46vw, 36vw'
    : '(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 85vw'

type Props = { readonly items: readonly MenuCardItem[]; readonly category: MenuCategory }

export const MenuCards = ({ items, category }: Props) => (
  <ul className={gridOf(category)}>
    {items.map((item, index) => (
      <li key={item.slug}>
        <MenuCard item={item} sizes={sizesOf(category)} isFirst={index === 0} />
      </li>
    ))}
  </ul>
)

const BLANKS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Loading skeleton of the cards, in the same grid. */
export const BlankCards = ({ category }: { category: MenuCategory }) => (
  <div aria-hidden="true" className={gridOf(category)}>
    {BLANKS.map((key) => (
      <div key={key} className="overflow-hidden rounded-card border border-bark bg-cocoa">
        <div className={`skeleton ${pictureShape(category)}`} />
        <div className="flex flex-col gap-3 p-5">
          <div className="skeleton h-6 w-2/3 rounded-md" />
          <div className="skeleton h-16 rounded-md" />
          <div className="skeleton h-5 w-1/2 rounded-md" />
        </div>
      </div>
    ))}
  </div>
)

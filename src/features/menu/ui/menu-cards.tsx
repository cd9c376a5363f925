import type { MenuCategory } from '../schema.ts'
import { MenuCard, type MenuCardItem } from './menu-card.tsx'

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

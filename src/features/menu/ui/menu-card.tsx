import { formatUsdShort } from '#lib/money.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { Badge } from '#ui/badge.tsx'
import type { MenuItem } from '../schema.ts'
import { DietaryTags } from './dietary-tags.tsx'

export type MenuCardItem = Omit<MenuItem, 'id' | 'ingredients'>

/** On phones a drink's image is beside its text, because its portrait format leaves no room above it. */
const isBeside = (category: MenuItem['category']): boolean => category === 'beverage'

/** Portrait for drinks, landscape for food. */
export const pictureShape = (category: MenuItem['category']): string =>
  category === 'beverage' ? 'aspect-[4/5]' : 'aspect-[4/3]'

type Props = { readonly item: MenuCardItem; readonly sizes: string; readonly isFirst?: boolean }

/** Menu item card. The whole card links to the item. */
export function MenuCard({ item, sizes, isFirst = false }: Props) {
  const address = `/menu/${item.slug}`
  return (
    <article
      className={`group relative flex h-full ${isBeside(item.category) ? 'max-sm:flex-row' : ''} flex-col overflow-hidden rounded-card border border-bark bg-cocoa transition-colors hover:border-brass/60 has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-offset-3 has-[a:focus-visible]:outline-brass`}
    >
      <div
        className={`relative shrink-0 overflow-hidden ${pictureShape(item.category)} ${isBeside(item.category) ? 'max-sm:aspect-auto max-sm:w-[38%]' : ''}`}
      >
        <Picture
          picture={item.picture}
          alt={item.name}
          sizes={sizes}
          isFirst={isFirst}
          className={`absolute inset-0 size-full object-cover transition-transform duration-500 group-hover:scale-[1.04] ${item.isSoldOutToday ? 'grayscale-75' : ''}`}
        />
        {item.isSoldOutToday ? (
          <p className="absolute top-3 left-3">
            <Badge tone="burgundy">Sold out today</Badge>
          </p>
        ) : null}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4 xs:p-5">
        <div className="flex items-baseline justify-between gap-4">
          <h3 className="text-lg wrap-anywhere xs:text-xl">
            <a href={address} className="outline-none after:absolute after:inset-0">
              {item.name}
            </a>
          </h3>
          <p className="font-semibold text-brass">{formatUsdShort(item.priceCents)}</p>
        </div>
        <p className="text-[0.9375rem] leading-normal text-sand">{item.description}</p>
        <DietaryTags tags={item.dietary} className="mt-auto pt-2" />
      </div>
    </article>
  )
}

import { allergyText, type MenuFilter } from '#features/menu/filter/rules.ts'
import { MENU_TABS } from '#features/menu/rules.ts'
import type { MenuCardItem } from '#features/menu/ui/menu-card.tsx'
import { MenuCards } from '#features/menu/ui/menu-cards.tsx'
import { MenuList } from '#features/menu/ui/menu-list.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { StateNote } from '#ui/state.tsx'
import { menuAddress, type MenuShown } from './menu-address.ts'

type Props = MenuShown & {
  readonly items: readonly MenuCardItem[]
  readonly filter: MenuFilter
}

/** The dishes and drinks of all tabs that a filter finds, each under the name of its tab. */
export function MenuFound({ items, filter, tab: openTab, view }: Props) {
  if (items.length === 0)
    return (
      <StateNote title="No menu items found" text="Nothing on the menu fits all of that.">
        <ButtonLink href={menuAddress(openTab, view)} look="outline">
          Clear filters
        </ButtonLink>
      </StateNote>
    )
  return (
    <div className="flex flex-col gap-10">
      {filter.diets.length > 0 ? (
        <p className="-mb-4 max-w-prose text-sm text-sand">{allergyText(filter.diets)}</p>
      ) : null}
      {MENU_TABS.map(({ tab, label, category }) => {
        const found = items.filter((item) => item.category === category)
        return found.length === 0 ? null : (
          <section key={tab} aria-labelledby={`found-${tab}`}>
            <h3 id={`found-${tab}`} className="mb-4 text-xl text-sand">
              {label}
            </h3>
            {view === 'list' ? <MenuList items={found} /> : <MenuCards items={found} category={category} />}
          </section>
        )
      })}
    </div>
  )
}

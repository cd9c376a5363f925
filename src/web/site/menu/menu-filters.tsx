import { DIET_CHOICES, type MenuFilter, toggleDiet } from '#features/menu/filter/rules.ts'
import { Choices } from '../page/choices.tsx'
import { SearchForm } from '../page/search-form.tsx'
import { filterParams, foundAddress, MENU_FILTERS, type MenuShown } from './menu-address.ts'

type Props = { readonly filter: MenuFilter; readonly shown: MenuShown }

/** Search and dietary filter across all tabs, because a guest does not know the category of a dish. */
export const MenuFilters = ({ filter, shown }: Props) => (
  <div id={MENU_FILTERS} className="flex scroll-mt-40 flex-col gap-3 sm:gap-4">
    <div className="sm:max-w-lg">
      <SearchForm
        label="Search the menu"
        action={`/menu#${MENU_FILTERS}`}
        search={filter.search}
        kept={filterParams({ ...filter, search: '' }, shown)}
      />
    </div>
    <Choices
      id="menu-diets"
      label="Dietary"
      choices={DIET_CHOICES.map(({ diet, label }) => ({
        label,
        isCurrent: filter.diets.includes(diet),
        to: `${foundAddress(toggleDiet(filter, diet), shown)}#${MENU_FILTERS}`,
      }))}
    />
    {filter.hasUnknown ? (
      <p role="status" className="max-w-prose text-sm text-cream">
        This link asks for something that our filter does not know, and that was left out. Please choose
        above, or ask us.
      </p>
    ) : null}
  </div>
)

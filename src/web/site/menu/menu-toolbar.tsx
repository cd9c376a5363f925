import { MENU_TABS, type MenuTab } from '#features/menu/rules.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { MENU_GROUP, menuAddress, type MenuView } from './menu-address.ts'

type TabsProps = {
  /** The open tab; null where a filter shows the dishes of all tabs. */
  readonly tab: MenuTab | null
  readonly view: MenuView
}

/** The category tabs, sticky below the header. */
export const MenuTabs = ({ tab, view }: TabsProps) => (
  <div className="sticky top-16 z-30 border-b border-bark bg-night/95 md:top-20">
    <div className="wrap py-1.5">
      <LinkTabs
        label="Menu categories"
        tabs={MENU_TABS.map((it) => ({
          to: `${menuAddress(it.tab, view)}#${MENU_GROUP}`,
          label: it.label,
          isCurrent: it.tab === tab,
        }))}
      />
    </div>
  </div>
)

const VIEWS: readonly { readonly view: MenuView; readonly label: string; readonly icon: IconName }[] = [
  { view: 'card', label: 'Card view', icon: 'grid' },
  { view: 'list', label: 'List view', icon: 'list' },
]

type ToggleProps = { readonly view: MenuView; readonly addressIn: (view: MenuView) => string }

export const ViewToggle = ({ view, addressIn }: ToggleProps) => (
  <nav aria-label="View" data-keeps-search>
    <ul className="flex gap-1 rounded-full border border-bark bg-ember p-1">
      {VIEWS.map((it) => (
        <li key={it.view}>
          <a
            href={`${addressIn(it.view)}#${MENU_GROUP}`}
            aria-label={it.label}
            aria-current={it.view === view ? 'true' : undefined}
            className="flex size-11 items-center justify-center rounded-full text-sand transition-colors hover:text-cream aria-[current=true]:bg-cocoa aria-[current=true]:text-brass"
          >
            <Icon name={it.icon} />
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

import { useNavigate } from 'react-router'
import { Picture } from '#features/media/ui/picture.tsx'
import type { StaffMenuItem } from '#features/menu/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { FactList } from '#ui/admin/lists/fact-list.tsx'
import { Button } from '#ui/button.tsx'
import { ActionMenu, DeleteItem } from '#ui/admin/lists/action-menu.tsx'
import { ListedRecordPage } from '#ui/admin/lists/record-page.tsx'
import { SidePanel } from '#ui/admin/lists/side-panel.tsx'
import { Panel } from '#ui/admin/panel.tsx'
import { MENU_PAGES } from './menu-fields.ts'
import { SoldOutAction, SoldOutMark } from './menu-list.tsx'
import { type MenuActions, useMenu } from './use-menu.ts'

type Props = MenuActions & { readonly item: StaffMenuItem }

/** One item with its actions, on its page and beside the list. */
function MenuRecord({ item, canEdit, onEdit, onDelete, ...soldOut }: Props) {
  const facts = [
    ['Price', formatUsd(item.priceCents)],
    ['Category', item.category],
    ['Dietary', item.dietary.join(', ')],
    ['Ingredients', item.ingredients.join(', ')],
    ['Description', item.description],
  ] as const
  return (
    <Panel className="flex flex-col gap-4">
      {/* Its own box, because a picture lays out its sources, too. */}
      <div>
        <Picture
          picture={item.picture}
          alt=""
          sizes="(min-width: 64rem) 34rem, 100vw"
          className="aspect-[3/2] max-h-56 w-full rounded-lg object-cover"
        />
      </div>
      <p className="empty:hidden">
        <SoldOutMark item={item} />
      </p>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {canEdit ? (
          <Button aria-label={`Edit ${item.name}`} onClick={() => onEdit(item)}>
            Edit
          </Button>
        ) : null}
        <SoldOutAction item={item} {...soldOut} />
        {canEdit ? (
          <ActionMenu label={`More for ${item.name}`}>
            <DeleteItem onChoose={() => onDelete(item)} />
          </ActionMenu>
        ) : null}
      </div>
      <FactList facts={facts} />
    </Panel>
  )
}

/** An item beside the list. */
export const MenuPanel = ({ item, onClose, ...actions }: Props & { readonly onClose: () => void }) => (
  <SidePanel id={item.id} title={item.name} page={`${MENU_PAGES}/${item.id}`} onClose={onClose}>
    <MenuRecord item={item} {...actions} />
  </SidePanel>
)

/** Page of one item. */
export function MenuItemPage({ id }: { id: string }) {
  const navigate = useNavigate()
  const { list, actions, draftNotice, dialogs } = useMenu({ onDeleted: () => void navigate(MENU_PAGES) })
  return (
    <ListedRecordPage
      {...{ id, list, draftNotice, dialogs }}
      what="The menu"
      back={{ to: MENU_PAGES, label: 'The whole menu' }}
      titleOf={(item) => item?.name ?? 'Menu item'}
      missing={{ title: 'No such item', text: 'This menu item was deleted.' }}
    >
      {(item) => <MenuRecord item={item} {...actions} />}
    </ListedRecordPage>
  )
}

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ActionItem, ActionMenu } from './action-menu.tsx'

const menuOf = (canDelete: boolean): string =>
  renderToStaticMarkup(
    <ActionMenu label="More">
      {null}
      {canDelete ? <ActionItem onChoose={() => undefined}>Delete</ActionItem> : null}
    </ActionMenu>,
  )

test('a menu without an action has no button', () => {
  expect(menuOf(true)).toContain('Delete')
  expect(menuOf(false)).toBe('')
})

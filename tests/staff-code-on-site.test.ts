import { expect, test } from 'vitest'
import { findStaffCodeOnSite } from '../scripts/staff-code-on-site.ts'

const MENU = '/lounge/src/web/site/menu/menu.tsx'
const TABLE = '/lounge/src/ui/admin/table.tsx'
const EDITOR = '/lounge/src/web/admin/data/use-record-editor.tsx'

const chunk = (fileName: string, modules: readonly string[], imports: readonly string[] = []) => ({
  fileName,
  facadeModuleId: modules[0] ?? null,
  moduleIds: modules,
  imports,
})
const shared = (fileName: string, modules: readonly string[], imports: readonly string[] = []) => ({
  ...chunk(fileName, modules, imports),
  facadeModuleId: null,
})

const admin = chunk('admin.js', ['/lounge/src/web/admin/app/app.tsx'], ['shared.js', 'staff.js'])
const staff = shared('staff.js', [TABLE, EDITOR])
const framework = shared('shared.js', ['/lounge/node_modules/react/index.js', '/lounge/src/ui/button.tsx'])

test('a bundle in which only the staff area loads staff modules has no problem', () => {
  const menu = chunk('menu.js', [MENU], ['shared.js'])
  expect(findStaffCodeOnSite([menu, admin, staff, framework])).toEqual([])
})

test.each([
  ['in its own chunk', [chunk('menu.js', [MENU, TABLE])], 'menu.js'],
  ['in a chunk that it imports', [chunk('menu.js', [MENU], ['staff.js']), staff], 'staff.js'],
  [
    'in a chunk that an imported chunk imports',
    [chunk('menu.js', [MENU], ['ui.js']), shared('ui.js', [], ['staff.js']), staff],
    'staff.js',
  ],
])('a public page that loads a staff module is reported: %s', (_, bundle, file) => {
  expect(findStaffCodeOnSite(bundle)).toEqual([
    `The public page ${MENU} would load the staff module ${TABLE} in ${file}.`,
  ])
})

test.each([
  '/lounge/src/web/root.tsx',
  '/lounge/src/web/entry.client.tsx',
  String.raw`C:\lounge\src\web\site\home\home.tsx?__react-router-build-client-route`,
])('%s counts as a public page', (entry) => {
  expect(findStaffCodeOnSite([chunk('entry.js', [entry], ['staff.js']), staff])).toHaveLength(1)
})

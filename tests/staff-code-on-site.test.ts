import { expect, test } from 'vitest'
import { findStaffCodeOnSite } from '../scripts/staff-code-on-site.ts'

const SITE = '/lounge/src/web/site/site.client.ts'
const TABLE = '/lounge/src/ui/admin/table.tsx'
const EDITOR = '/lounge/src/web/admin/data/use-record-editor.tsx'

type Loads = { readonly imports?: readonly string[]; readonly dynamicImports?: readonly string[] }

const chunk = (fileName: string, modules: readonly string[], loads: Loads = {}) => ({
  fileName,
  facadeModuleId: modules[0] ?? null,
  moduleIds: modules,
  imports: [],
  dynamicImports: [],
  ...loads,
})
const shared = (fileName: string, modules: readonly string[], loads: Loads = {}) => ({
  ...chunk(fileName, modules, loads),
  facadeModuleId: null,
})

const admin = chunk('admin.js', ['/lounge/src/web/admin/app/app.tsx'], { imports: ['shared.js', 'staff.js'] })
const staff = shared('staff.js', [TABLE, EDITOR])
const react = shared('shared.js', ['/lounge/node_modules/react/index.js', '/lounge/src/ui/button.tsx'])

test('a bundle in which only the staff area loads staff modules has no problem', () => {
  const site = chunk('site.js', [SITE], { dynamicImports: ['chart.js'] })
  const chart = chunk('chart.js', ['/lounge/src/web/site/event/event-booking.tsx'], {
    imports: ['shared.js'],
  })
  expect(findStaffCodeOnSite([site, chart, admin, staff, react])).toEqual([])
})

test.each([
  ['in its own chunk', [chunk('site.js', [SITE, TABLE])], 'site.js'],
  ['in a chunk that it imports', [chunk('site.js', [SITE], { imports: ['staff.js'] }), staff], 'staff.js'],
  [
    'in an island',
    [
      chunk('site.js', [SITE], { dynamicImports: ['island.js'] }),
      chunk('island.js', ['/lounge/src/island.tsx'], { imports: ['ui.js'] }),
      shared('ui.js', [], { imports: ['staff.js'] }),
      staff,
    ],
    'staff.js',
  ],
])('a public site that loads a staff module is reported: %s', (_, bundle, file) => {
  expect(findStaffCodeOnSite(bundle)).toEqual([
    `The public site would load the staff module ${TABLE} in ${file}.`,
  ])
})

test('a bundle without the script of the site is reported', () => {
  expect(findStaffCodeOnSite([admin, staff, react])).toHaveLength(1)
})

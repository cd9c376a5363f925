import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ROLES_PATH, writeRoles } from '../scripts/roles-page.ts'

test('docs/roles.md agrees with the table of permissions', async () => {
  expect(await readFile(ROLES_PATH, 'utf8'), 'Run: node scripts/launch.mjs roles').toBe(writeRoles())
})

/** Writes docs/roles.md from the table of roles and actions. `node scripts/launch.mjs roles`. */
import { writeFile } from 'node:fs/promises'
import { ROLES_PATH, writeRoles } from './roles-page.ts'

await writeFile(ROLES_PATH, writeRoles())

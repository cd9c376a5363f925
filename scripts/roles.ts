/** Writes docs/roles.md from the permissions in the code: `node scripts/launch.mjs roles`. */
import { writeFile } from 'node:fs/promises'
import { ROLES_PATH, writeRoles } from './roles-page.ts'

await writeFile(ROLES_PATH, writeRoles())

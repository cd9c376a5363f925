import { restoreForm } from '#features/trash/schema.ts'
import { listBin, restoreFromBin } from '#features/trash/service.ts'
import { answer } from '#http/json-response.ts'
import { answerEdit } from '#web/admin/data/edit-responses.ts'
import { staffOnly, staffSends } from '../staff-route.ts'

export const binRoutes = [
  staffOnly(['GET', '/admin/api/bin'], 'bin.read', async (deps) => answer({ items: await listBin(deps) })),
  // What may be taken out is up to whoever may put it in: each kind of thing asks for itself.
  staffSends(
    ['POST', '/admin/api/bin/restore'],
    'bin.read',
    restoreForm,
  )(async (deps, { body }) => answerEdit(await restoreFromBin(deps, body))),
]

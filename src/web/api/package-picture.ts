import { data } from 'react-router'
import { PACKAGE_KEYS } from '#features/reservations/package-contents/schema.ts'
import { openPackagePicture } from '#features/reservations/package-contents/service.ts'
import { withContext } from '#http/context.ts'
import { privatePicture } from '#http/files/private-picture.ts'
import type { Route } from './+types/package-picture.ts'
import { followMerge } from '../site/my-reservation/guest-page.ts'

/** Picture that a guest uploaded for a package, authorized by the token in the guest's link. */
export const loader = withContext(async (deps, { params }: Route.LoaderArgs) => {
  const id = deps.tokens.read('guest', params.token)
  if (id !== null) await followMerge(deps, id, `/packages/${encodeURIComponent(params.picture)}`)
  const key = PACKAGE_KEYS.find((it) => `${it}.jpg` === params.picture)
  const found = id !== null && key ? await openPackagePicture(deps, id, key) : null
  if (!found) throw data('Not found', { status: 404 })
  return privatePicture(found)
})

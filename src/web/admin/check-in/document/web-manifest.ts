import { withContext } from '#http/context.ts'
import { webManifestResponse } from '#http/manifest-response.ts'

const PAGE = '/admin/door'

/** Manifest of the check-in screen, which is installed as an app of its own. */
export const loader = withContext(async (deps) => {
  const { name } = await deps.loadVenue()
  const app = { id: PAGE, scope: PAGE, start_url: PAGE, orientation: 'portrait' }
  const shown = { name: `Check-in at ${name}`, short_name: 'Check-in', display: 'standalone' } as const
  return webManifestResponse({ ...app, ...shown }, 'no-store')
})

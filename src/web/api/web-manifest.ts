import { withContext } from '#http/context.ts'
import { cacheControl } from '#page-cache/cache-control.ts'
import { webManifestResponse } from '#http/manifest-response.ts'

/** Web app manifest for home screens, with the name of the venue from the settings. */
export const loader = withContext(async (deps) => {
  const { name } = await deps.loadVenue()
  return webManifestResponse(
    { name, short_name: name, start_url: '/', display: 'browser' },
    cacheControl('page'),
  )
})

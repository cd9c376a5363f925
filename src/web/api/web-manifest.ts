import { withContext } from '#http/context.ts'
import { cacheControl } from '#page-cache/cache-control.ts'

/** Web app manifest for home screens, with the name of the venue from the settings. */
export const loader = withContext(async (deps) => {
  const { name } = await deps.loadVenue()
  const manifest = {
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    background_color: '#120b08',
    theme_color: '#120b08',
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  }
  return new Response(JSON.stringify(manifest), {
    headers: {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': cacheControl('page'),
    },
  })
})

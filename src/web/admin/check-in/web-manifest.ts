import { withContext } from '#http/context.ts'

/** Manifest of the check-in screen, which is installed as an app of its own. */
export const loader = withContext(async (deps) => {
  const { name } = await deps.loadVenue()
  const manifest = {
    id: '/admin/door',
    name: `Check-in at ${name}`,
    short_name: 'Check-in',
    start_url: '/admin/door',
    scope: '/admin/door',
    display: 'standalone',
    orientation: 'portrait',
    background_color: '#120b08',
    theme_color: '#120b08',
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'no-store' },
  })
})

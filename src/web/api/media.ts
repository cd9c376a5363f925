import { data } from 'react-router'
import { isId } from '#lib/address.ts'
import { openRendition } from '#features/media/service.ts'
import { parseRendition, renditionPath } from '#features/media/rules.ts'
import { withContext } from '#http/context.ts'
import { cacheControl } from '#page-cache/cache-control.ts'
import type { Route } from './+types/media.ts'

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

/**
 * Rendition of an image in one width and format, immutable and cacheable for a year. Only the canonical URL is served: an
 * upper-case or percent-escaped id is not found and stores no file.
 */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const rendition = isId(params.id) ? parseRendition(params.rendition) : null
  const isCanonical =
    rendition !== null && new URL(request.url).pathname === renditionPath(params.id, rendition)
  const found = isCanonical ? await openRendition(deps, params.id, rendition) : null
  if (!rendition || !found) throw data('No such picture', { status: 404 })
  return new Response(found.body, {
    headers: {
      'Content-Type': TYPES[rendition.format],
      'Content-Length': String(found.size),
      'Cache-Control': cacheControl('immutable'),
      // Scripts hidden in an image must not run.
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
})

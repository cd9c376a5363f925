import { data, redirect } from 'react-router'
import { findEvent } from '#features/events/service.ts'
import { parseShareVersion, sharePicturePath } from '#features/media/share-pictures/rules.ts'
import type { ShareSubject } from '#features/media/share-pictures/schema.ts'
import { currentSharePicturePath, openSharePicture } from '#features/media/share-pictures/service.ts'
import { findMenuItem } from '#features/menu/service.ts'
import { type RequestContext, withContext } from '#http/context.ts'
import { cacheControl } from '#page-cache/cache-control.ts'
import mudcloth from '../patterns/mudcloth.webp?inline'
import zellige from '../patterns/zellige-strip.webp?inline'
import { shareDish, shareEvent } from '../site/share/share-subjects.ts'
import type { Route } from './+types/share-picture.ts'

const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

const PATTERNS = { mudcloth: bytesOf(mudcloth), zellige: bytesOf(zellige) }

/**
 * Picture that other sites show where an event or a dish is shared, drawn from what is stored: no text of the URL is in
 * it. The URL of an earlier version leads to the current one, and anything else is not found.
 */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const version = parseShareVersion(params.file)
  const subject = version === null ? null : await findSubject(deps, params)
  const path = new URL(request.url).pathname
  if (version === null || !subject || path !== sharePicturePath(subject, version)) throw notFound()
  const current = currentSharePicturePath(subject)
  if (path !== current) throw redirect(current)
  const found = await openSharePicture(deps, subject, PATTERNS)
  if (!found) throw notFound()
  return new Response(found.body, {
    headers: {
      'Content-Type': 'image/jpeg',
      'Content-Length': String(found.size),
      'Cache-Control': cacheControl('immutable'),
      // Scripts hidden in an image must not run.
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
})

const notFound = () => data('No such picture', { status: 404 })

async function findSubject(
  deps: RequestContext,
  { kind, subject }: { readonly kind: string; readonly subject: string },
): Promise<ShareSubject | null> {
  if (kind === 'events') {
    const found = await findEvent(deps, subject)
    return found?.kind === 'event' ? shareEvent(found.event, await deps.loadVenue()) : null
  }
  if (kind !== 'menu') return null
  const found = await findMenuItem(deps, subject)
  return found?.kind === 'item' ? shareDish(found.item, await deps.loadVenue()) : null
}

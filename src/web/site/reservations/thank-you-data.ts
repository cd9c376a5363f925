import { data } from 'react-router'
import type { RequestContext } from '#http/context.ts'
import type { PassPaths } from '#features/reservations/ui/pass-link.tsx'
import { loadDinner } from '../my-reservation/evening/dinner-data.ts'
import { type EveningShown, loadEvening } from '../my-reservation/evening/evening-data.ts'
import type { KeepShown } from '../my-reservation/keep/keep-data.ts'
import type { DinnerShown } from '../my-reservation/my-dinner-copy.ts'
import { followMerge, NO_PASSES, passesOf } from '../my-reservation/guest-page.ts'

const BOOKING = 'booking'

/** Path of a dinner's thank-you page. It carries a signed token, because an id alone must open nothing. */
export const thankYouPath = ({ tokens }: RequestContext, id: string): string =>
  `/thank-you?${BOOKING}=${tokens.sign('guest', id)}`

const PRIVATE = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
}

type Loaded = {
  readonly dinner: DinnerShown | null
  readonly keep: KeepShown | null
  readonly evening: EveningShown | null
  readonly passPaths: PassPaths
  readonly url: string
}

const NO_DINNER: Loaded = { dinner: null, keep: null, evening: null, passPaths: NO_PASSES, url: '' }

/** Loads the dinner that the URL's token names; null where the URL carries no token. */
export async function loadThankYou(deps: RequestContext, request: Request) {
  const token = new URL(request.url).searchParams.get(BOOKING)
  if (token === null) return data(NO_DINNER)
  const id = deps.tokens.read('guest', token)
  if (id !== null) await followMerge(deps, id)
  const loaded = id === null ? null : await loadDinner(deps, id)
  if (id === null || !loaded) throw data(null, { status: 404, headers: PRIVATE })
  const { shown, keep } = loaded
  return data<Loaded>(
    {
      dinner: shown,
      keep,
      evening: await loadEvening(deps, id),
      passPaths: shown.entry ? passesOf(deps, shown.link) : NO_PASSES,
      url: deps.origin + shown.link,
    },
    { headers: PRIVATE },
  )
}

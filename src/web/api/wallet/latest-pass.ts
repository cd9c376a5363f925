import { readLatestPass } from '#features/reservation-management/wallet-passes/service.ts'
import { withContext } from '#http/context.ts'
import type { Route } from './+types/latest-pass.ts'
import { passFile, refuseDevice } from './pass-response.ts'

/** Pass web service of Apple: the pass as it is now. */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const latest = await readLatestPass(
    deps,
    {
      passTypeId: params.passType,
      serial: params.serial,
      authorization: request.headers.get('Authorization'),
    },
    request.headers.get('If-Modified-Since'),
  )
  if (!latest.ok) return refuseDevice(latest.reason)
  const { file, lastModified } = latest.value
  const headers = lastModified ? { 'Last-Modified': lastModified.toUTCString() } : undefined
  return file === null
    ? new Response(null, { status: 304, headers: { 'Cache-Control': 'no-store', ...headers } })
    : passFile(file, headers)
})

import { deviceId } from '#features/reservation-management/wallet-passes/schema.ts'
import { listChangedPasses } from '#features/reservation-management/wallet-passes/service.ts'
import { withContext } from '#http/context.ts'
import { jsonResponse } from '#http/json-response.ts'
import type { Route } from './+types/device-passes.ts'
import { refuseDevice } from './pass-response.ts'

/** Pass web service of Apple: which passes of a device changed. The name of the device, which only it knows, is the credential. */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const device = deviceId.safeParse(params.device)
  if (!device.success) return refuseDevice('not_found')
  const since = new URL(request.url).searchParams.get('passesUpdatedSince')
  const changed = await listChangedPasses(deps, {
    deviceId: device.data,
    passTypeId: params.passType,
    since,
  })
  if (!changed.ok) return refuseDevice(changed.reason)
  return changed.value === null
    ? new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
    : jsonResponse(changed.value)
})

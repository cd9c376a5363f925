import { deviceId, registrationBody } from '#features/reservation-management/wallet-passes/schema.ts'
import {
  checkClaim,
  registerDevice,
  unregisterDevice,
} from '#features/reservation-management/wallet-passes/service.ts'
import { withContext } from '#http/context.ts'
import { methodNotAllowed, readJson } from '#http/json-response.ts'
import type { Route } from './+types/device-registration.ts'
import { refuseDevice } from './pass-response.ts'

/** Pass web service of Apple: registers a device for changes of a pass, or ends that. */
export const action = withContext(async (deps, { params, request }: Route.ActionArgs) => {
  const device = deviceId.safeParse(params.device)
  if (!device.success) return refuseDevice('not_found')
  const authorization = request.headers.get('Authorization')
  const claim = { passTypeId: params.passType, serial: params.serial, authorization }
  if (request.method === 'DELETE') {
    const ended = await unregisterDevice(deps, claim, device.data)
    return ended.ok ? done(200) : refuseDevice(ended.reason)
  }
  if (request.method !== 'POST') return done(405)
  const checked = checkClaim(deps, claim)
  if (!checked.ok) return refuseDevice(checked.reason)
  const { pushToken } = await readJson(request, registrationBody)
  const registered = await registerDevice(deps, claim, { deviceId: device.data, pushToken })
  if (!registered.ok) return refuseDevice(registered.reason)
  return done(registered.value === 'created' ? 201 : 200)
})

const done = (status: number): Response =>
  new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })

export const loader = methodNotAllowed('POST, DELETE')

import { reportTexts } from '#features/reservation-management/wallet-passes/rules.ts'
import { deviceReport } from '#features/reservation-management/wallet-passes/schema.ts'
import { withContext } from '#http/context.ts'
import { methodNotAllowed, readJson } from '#http/json-response.ts'
import { countOne } from '#platform/security/rate-limit.ts'
import type { Route } from './+types/device-log.ts'
import { refuseDevice } from './pass-response.ts'

const PER_HOUR = { times: 20, withinS: 3600 }

/**
 * Pass web service of Apple: devices report why they could not use a pass. The endpoint is open, so it has a rate
 * limit.
 */
export const action = withContext(async (deps, { request }: Route.ActionArgs) => {
  if (deps.wallet.applePassTypeId === null) return refuseDevice('not_found')
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } })
  const { logs } = await readJson(request, deviceReport)
  const counted = await countOne(deps.db, `wallet-log ${deps.guest.address}`, PER_HOUR)
  if (!counted.ok) return refuseDevice('too_many')
  const messages = reportTexts(logs)
  deps.log.warn({ event: 'wallet.device_report', messages }, 'a device reported a problem with a pass')
  return new Response(null, { status: 200, headers: { 'Cache-Control': 'no-store' } })
})

export const loader = methodNotAllowed('POST')

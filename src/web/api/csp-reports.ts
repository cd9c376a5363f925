import { withContext } from '#http/context.ts'
import { createViolationLog, readViolation } from '#http/csp-reports.ts'
import { methodNotAllowed } from '#http/json-response.ts'
import type { Route } from './+types/csp-reports.ts'

const logViolation = createViolationLog()

/** Hears of what a browser was kept from doing: of an attack that failed, or of a page of ours that asks too much. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) => {
  const violation = readViolation(await request.text())
  if (violation) logViolation(deps.log, violation, deps.now)
  return new Response(null, { status: 204 })
})

export const loader = methodNotAllowed('POST')

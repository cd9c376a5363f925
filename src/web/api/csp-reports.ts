import { withContext } from '#http/context.ts'
import { createViolationLog, readViolation } from '#http/security/csp-reports.ts'
import { methodNotAllowed } from '#http/json-response.ts'
import type { Route } from './+types/csp-reports.ts'

const logViolation = createViolationLog()

/** Receives CSP reports: a blocked attack, or a page that violates its own policy. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) => {
  const violation = readViolation(await request.text())
  if (violation) logViolation(deps.log, violation, deps.now)
  return new Response(null, { status: 204 })
})

export const loader = methodNotAllowed('POST')

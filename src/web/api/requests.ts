import { type RequestContext, withContext } from '#http/context.ts'
import { jsonResponse, methodNotAllowed, errorResponse } from '#http/json-response.ts'
import { applyToPerform, askAboutEvent, planEvent, requestTable } from '#forms/request-forms.ts'
import { type FormResult, handleForm, readForm } from '#forms/form-handler.ts'
import { handleDinnerForm, guestCookieHeader } from '../site/reservations/dining-requests.ts'
import type { Route } from './+types/requests.ts'

/** JSON endpoint of the public request forms. Without scripts a form is posted to its own page. */
export const action = withContext(async (deps, { request, params }: Route.ActionArgs) => {
  const result = await answerRequest(deps, params.form, await readForm(request))
  return result
    ? jsonResponse(result.answer, { status: result.status, headers: guestCookieHeader(deps) })
    : errorResponse(404, { error: 'unknown_form', title: 'Error', text: 'There is no such form.' })
})

export const loader = methodNotAllowed('POST')

async function answerRequest(deps: RequestContext, name: string, form: FormData): Promise<FormResult | null> {
  switch (name) {
    case 'dining':
      return handleDinnerForm(deps, form)
    case 'plan-event':
      return handleForm(deps, form, planEvent(deps))
    case 'perform':
      return handleForm(deps, form, applyToPerform(deps))
    case 'private-event':
      return handleForm(deps, form, askAboutEvent(deps))
    case 'table-request':
      return handleForm(deps, form, requestTable(deps))
    default:
      return null
  }
}

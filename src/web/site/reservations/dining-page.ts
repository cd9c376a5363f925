import { data, redirect } from 'react-router'
import { DINING_FORM } from '#features/dining/schema.ts'
import { SHOW_TIMES } from '#features/dining/shown-times/rules.ts'
import { readTyped } from '#lib/forms/check.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import type { RequestContext } from '#http/context.ts'
import { nextFormToken, textOf } from '#forms/form-handler.ts'
import { guestCookieHeader, handleDinnerForm, loadDinnerForm } from './dining-requests.ts'

/** Answers a dining form sent without JavaScript; shown again, it has the chosen day's times. */
export async function answerDinnerPage(deps: RequestContext, form: FormData, query: URLSearchParams) {
  if (textOf(form, INTENT_FIELD) === SHOW_TIMES) return showTimes(deps, form, query)
  const { status, answer } = await handleDinnerForm(deps, form)
  if (answer.is === 'sent')
    throw redirect(answer.success.to, { status: 303, headers: guestCookieHeader(deps) })
  return data({ dining: await loadDinnerForm(deps, chosenIn(form, query)), answer }, { status })
}

/** The form with the times of the chosen date and party, and with all that was typed. */
async function showTimes(deps: RequestContext, form: FormData, query: URLSearchParams) {
  const dining = await loadDinnerForm(deps, chosenIn(form, query))
  if (!dining) return data({ dining, answer: null })
  const known = { ...readTyped(form, DINING_FORM.fields), ...dining.known }
  const formToken = nextFormToken(deps, form, DINING_FORM.name)
  return data({ dining: { ...dining, known, formToken }, answer: null })
}

/** The query of the page, with what was chosen in the form. */
function chosenIn(form: FormData, query: URLSearchParams): URLSearchParams {
  const chosen = new URLSearchParams(query)
  for (const name of ['guests', 'date', 'time']) {
    const value = textOf(form, name)
    if (value !== '') chosen.set(name, value)
  }
  return chosen
}

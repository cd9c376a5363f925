import { createContext, data, redirect, type RouterContextProvider } from 'react-router'
import { DINING_FORM } from '#features/dining/schema.ts'
import { SHOW_TIMES } from '#features/dining/shown-times/rules.ts'
import { readTyped } from '#lib/forms/check.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import type { RequestContext } from '#http/context.ts'
import { nextFormToken, textOf } from '#forms/form-handler.ts'
import { guestCookieHeader, handleDinnerForm, loadDinnerForm } from './dining-requests.ts'

type DiningFormData = Awaited<ReturnType<typeof loadDinnerForm>>
type Asked = { readonly query: URLSearchParams; readonly context: Readonly<RouterContextProvider> }

/** The form of an answer, which the loader of the page finds here: it runs after the action. */
const answeredForm = createContext<DiningFormData>(null)

/** Loads the form once a request, with the times of the day that was chosen in a form sent without JavaScript. */
export const loadDinnerPage = async (deps: RequestContext, { query, context }: Asked) =>
  context.get(answeredForm) ?? loadDinnerForm(deps, query)

/** Answers a dining form sent without JavaScript; shown again, it has the chosen day's times. */
export async function answerDinnerPage(deps: RequestContext, form: FormData, { query, context }: Asked) {
  if (textOf(form, INTENT_FIELD) === SHOW_TIMES) {
    context.set(answeredForm, await loadTimes(deps, form, query))
    return data({ dinnerAnswer: null })
  }
  const { status, answer } = await handleDinnerForm(deps, form)
  if (answer.is === 'sent')
    throw redirect(answer.success.to, { status: 303, headers: guestCookieHeader(deps) })
  context.set(answeredForm, await loadDinnerForm(deps, chosenIn(form, query)))
  return data({ dinnerAnswer: answer }, { status })
}

/** The form with the times of the chosen date and party, and with all that was typed. */
async function loadTimes(
  deps: RequestContext,
  form: FormData,
  query: URLSearchParams,
): Promise<DiningFormData> {
  const dining = await loadDinnerForm(deps, chosenIn(form, query))
  if (!dining) return null
  const known = { ...readTyped(form, DINING_FORM.fields), ...dining.known }
  return { ...dining, known, formToken: nextFormToken(deps, form, DINING_FORM.name) }
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

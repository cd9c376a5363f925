import { data, redirect } from 'react-router'
import { formatPhone } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { checkTyped, type FormPlan, type FormRefusal, readTyped, type Typed } from '#lib/forms/check.ts'
import {
  INTENT_FIELD,
  REVIEW_FIELD,
  FORM_TOKEN_FIELD,
  STEP_FIELD,
  type SuccessMessage,
  HONEYPOT_FIELD,
} from '#lib/forms/seal.ts'
import { countOne, type Limit, uncountOne } from '#platform/security/rate-limit.ts'
import type { FormAnswer } from '#ui/forms/use-sending.ts'
import type { RequestContext } from '../http/context.ts'
import { readFormToken, issueFormToken } from './form-token.ts'

const LIMIT: Limit = { times: 5, withinS: 3600 }
const CARRIED = [FORM_TOKEN_FIELD, HONEYPOT_FIELD, INTENT_FIELD, STEP_FIELD, REVIEW_FIELD]

export const INVALID_FORM = {
  title: 'Error',
  text: 'An unexpected error occurred. Please try again.',
  problems: {},
}
const OLD = {
  title: 'Please send it once more',
  text: 'This page had been open for a long time. Everything you typed is still here.',
  problems: {},
}

/** What is no form is read as an empty one, and answered as such. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    return new FormData()
  }
}

export type FormHandler<Field extends string, Value> = {
  readonly plan: FormPlan<Field, Value>
  /**
   * Stores what was sent. `key` is the same for the same form sent twice. Answers a refusal where it cannot be taken;
   * null where it was.
   */
  readonly onSubmit: (value: Value, key: string) => Promise<FormRefusal<Field> | null>
  /** What a guest is told, and a program just the same. */
  readonly success: (value: Value) => SuccessMessage
}

/**
 * Takes a form, whoever sent it and however. A person who sends too many is told so and keeps what was typed; a program
 * is thanked, and nothing is stored.
 */
export async function handleForm<Field extends string, Value>(
  deps: RequestContext,
  form: FormData,
  { plan, onSubmit, success }: FormHandler<Field, Value>,
): Promise<Answered<Field>> {
  const typed = readTyped(form, plan.fields)
  // A stamp of ours goes on counting from when the form was drawn.
  const refuse = (status: number, refusal: FormRefusal<Field>): Answered<Field> => ({
    status,
    answer: { is: 'refused', typed, refusal, stamp: nextFormToken(deps, form, plan.name) },
  })
  if (!isKnownForm(form, plan.fields)) return refuse(400, INVALID_FORM)
  const checked = checkTyped(plan, typed)
  if (!checked.ok) return refuse(422, checked.reason)
  const stamp = readFormToken(deps, plan.name, textOf(form, FORM_TOKEN_FIELD))
  if (stamp === 'old') return refuse(409, OLD)
  const counter = `${plan.name} ${deps.guest.address}`
  const counted = await countOne(deps.db, counter, LIMIT)
  if (!counted.ok) return refuse(429, tooMany(counted.reason.waitS, await deps.loadVenue()))
  if (stamp === 'fine' && textOf(form, HONEYPOT_FIELD) === '') {
    const refusal = await onSubmit(checked.value, idempotencyKey(deps, textOf(form, FORM_TOKEN_FIELD), typed))
    if (refusal) {
      await uncountOne(deps.db, counter, LIMIT)
      return refuse(409, refusal)
    }
  } else deps.log.info({ form: plan.name, stamp }, 'a form that no person sent')
  return {
    status: 200,
    answer: { is: 'sent', told: success(checked.value), stamp: issueFormToken(deps, plan.name) },
  }
}

/** What a form is answered, and with which status. */
export type Answered<Field extends string = string> = {
  readonly status: number
  readonly answer: FormAnswer<Field>
}

/** The answer as a page, for whoever sent the form without a script. */
export function formResponse<Field extends string>({ status, answer }: Answered<Field>) {
  if (answer.is === 'sent') throw redirect(answer.told.to, 303)
  return data(answer, { status })
}

/** The stamp a form is drawn with again. */
export function nextFormToken(deps: RequestContext, form: FormData, name: string): string {
  const sent = textOf(form, FORM_TOKEN_FIELD)
  const state = readFormToken(deps, name, sent)
  return state === 'fine' || state === 'early' ? sent : issueFormToken(deps, name)
}

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Whether it is our form: each field at most once, none that we do not know, and no files. */
export function isKnownForm(form: FormData, fields: readonly string[]): boolean {
  const names = [...form.keys()]
  return (
    names.length > 0 &&
    new Set(names).size === names.length &&
    names.every((name) => fields.includes(name) || CARRIED.includes(name)) &&
    names.every((name) => typeof form.get(name) === 'string')
  )
}

/** The same form with the same words in it, sent twice, is one sending. */
const idempotencyKey = ({ tokens }: RequestContext, stamp: string, typed: Typed): string =>
  tokens.fingerprint(`sending ${stamp} ${JSON.stringify(Object.entries(typed))}`)

function tooMany(waitS: number, { phone }: Pick<Venue, 'phone'>) {
  const minutes = Math.max(1, Math.ceil(waitS / 60))
  return {
    title: 'One moment, please',
    text: `We have had several of these from you within the hour. Everything you typed is still here: please send it in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or call us at ${formatPhone(phone)}.`,
    problems: {},
  }
}

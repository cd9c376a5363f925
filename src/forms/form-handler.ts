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
  MIN_FILL_MS,
} from '#lib/forms/hidden-fields.ts'
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
  text: 'This page was open for a long time. Everything you typed is still here.',
  problems: {},
}
/** For a form that came faster than a person types, such as one that a browser filled in, or whose token is not ours. */
const SEND_AGAIN = {
  title: 'Please send it once more',
  text: 'Nothing was sent yet. Everything you typed is still here.',
  problems: {},
}

/** Parses a form body. A malformed body is treated as an empty form, which validation rejects. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    return new FormData()
  }
}

type Refusal<Field extends string> = FormRefusal<Field> & {
  /** The rate limit counts the refusal like a stored form, because its answer depends on what other guests stored. */
  readonly isCounted?: boolean
}

export type FormHandler<Field extends string, Value> = {
  readonly plan: FormPlan<Field, Value>
  /** Stores the form. `key` is its idempotency key. Returns a refusal, or null once it is stored. */
  readonly onSubmit: (value: Value, key: string) => Promise<Refusal<Field> | null>
  /** Success message, sent to guests and bots alike. */
  readonly success: (value: Value) => SuccessMessage
}

/**
 * Validates a form submission, applies the rate limit, and stores it. A bot that filled in the honeypot gets the success
 * message and nothing is stored. A form token that is not valid is refused in words, since a guest may have sent it.
 */
export async function handleForm<Field extends string, Value>(
  deps: RequestContext,
  form: FormData,
  { plan, onSubmit, success }: FormHandler<Field, Value>,
): Promise<FormResult<Field>> {
  const typed = readTyped(form, plan.fields)
  // A valid form token is reused: it goes on counting from the first rendering.
  const refuse = (status: number, refusal: FormRefusal<Field>): FormResult<Field> => ({
    status,
    answer: { is: 'refused', typed, refusal, formToken: nextFormToken(deps, form, plan.name) },
  })
  if (!isKnownForm(form, plan.fields)) return refuse(400, INVALID_FORM)
  const checked = checkTyped(plan, typed)
  if (!checked.ok) return refuse(422, checked.reason)
  const thank = (): FormResult<Field> => ({
    status: 200,
    answer: { is: 'sent', success: success(checked.value), formToken: issueFormToken(deps, plan.name) },
  })
  if (textOf(form, HONEYPOT_FIELD) !== '') {
    deps.log.info({ event: 'forms.bot_ignored', form: plan.name }, 'a form from a bot was ignored')
    return thank()
  }
  const formToken = textOf(form, FORM_TOKEN_FIELD)
  const token = readFormToken(deps, plan.name, formToken)
  // It is not counted: a guest whose form came too fast would be kept waiting for nothing.
  if (token !== 'valid') return refuse(409, token === 'old' ? OLD : SEND_AGAIN)
  const counter = `${plan.name} ${deps.guest.address}`
  const counted = await countOne(deps.db, counter, LIMIT)
  if (!counted.ok) return refuse(429, tooMany(counted.reason.waitS, await deps.loadVenue()))
  const refusal = await onSubmit(checked.value, idempotencyKey(deps, formToken, typed))
  if (!refusal) return thank()
  const { isCounted = false, ...shown } = refusal
  if (!isCounted) await uncountOne(deps.db, counter, LIMIT)
  return refuse(409, shown)
}

/** Response to a form submission: HTTP status and body. */
export type FormResult<Field extends string = string> = {
  readonly status: number
  readonly answer: FormAnswer<Field>
}

/** Page response for a browser without scripts: redirect after success, else the form with its errors. */
export function formResponse<Field extends string>({ status, answer }: FormResult<Field>) {
  if (answer.is === 'sent') throw redirect(answer.success.to, 303)
  return data(answer, { status })
}

/**
 * Form token for rendering the form again: the one that was sent if it is valid, else a new one, which does not count as
 * early, because the form is filled in already.
 */
export function nextFormToken(deps: RequestContext, form: FormData, name: string): string {
  const sent = textOf(form, FORM_TOKEN_FIELD)
  const state = readFormToken(deps, name, sent)
  if (state === 'valid' || state === 'early') return sent
  return issueFormToken({ tokens: deps.tokens, now: new Date(deps.now.getTime() - MIN_FILL_MS) }, name)
}

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Whether a submission matches the schema of the form: each field at most once, no files. Unknown fields are ignored,
 * because a page opened before an upgrade may send some.
 */
export function isKnownForm(form: FormData, fields: readonly string[]): boolean {
  const names = [...form.keys()].filter((name) => fields.includes(name) || CARRIED.includes(name))
  return (
    names.length > 0 &&
    new Set(names).size === names.length &&
    names.every((name) => typeof form.get(name) === 'string')
  )
}

/** Idempotency key: equal for two submissions of the same rendered form with the same values. */
const idempotencyKey = ({ tokens }: RequestContext, formToken: string, typed: Typed): string =>
  tokens.fingerprint(`sending ${formToken} ${JSON.stringify(Object.entries(typed))}`)

function tooMany(waitS: number, { phone }: Pick<Venue, 'phone'>) {
  const minutes = Math.max(1, Math.ceil(waitS / 60))
  return {
    title: 'One moment, please',
    text: `Several of these were sent from your network within the hour, by you or by others. Everything you typed is still here: please send it in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or call us at ${formatPhone(phone)}.`,
    problems: {},
  }
}

import { useEffect, useRef, useState } from 'react'
import type { FormRefusal, Typed } from '#lib/forms/check.ts'
import { FORM_TOKEN_FIELD, MIN_FILL_MS, type SuccessMessage } from '#lib/forms/hidden-fields.ts'
import { isOffline, OFFLINE } from '../toasts/offline.ts'
import { storeToast } from '../toasts/stored-toast.ts'
import { dismissErrors, showToast } from '../toasts/toasts.ts'

/** Server's response to a form; `formToken` is that of the next submission. */
export type FormAnswer<Field extends string = string> =
  | { readonly is: 'sent'; readonly success: SuccessMessage; readonly formToken: string }
  | {
      readonly is: 'refused'
      readonly typed: Typed<Field>
      readonly refusal: FormRefusal<Field>
      readonly formToken: string
    }

type Sent = Extract<FormAnswer, { is: 'sent' }>
type RefusedForm<Field extends string> = Extract<FormAnswer<Field>, { is: 'refused' }>

/** The response, if it belongs to the form with these fields. */
export const answerTo = <Field extends string>(
  fields: readonly Field[],
  answer: FormAnswer | undefined,
): FormAnswer<Field> | null => (answer && isAnswerTo(fields, answer) ? answer : null)

const isAnswerTo = <Field extends string>(
  fields: readonly Field[],
  answer: FormAnswer,
): answer is FormAnswer<Field> =>
  answer.is !== 'refused' || fields.every((name) => Object.hasOwn(answer.typed, name))

type Options<Field extends string> = {
  /** Name of the form in its URL. */
  readonly name: string
  readonly fields: readonly Field[]
  /** Toast for a failed request. */
  readonly failure: { readonly title: string; readonly text: string }
  readonly onSent?: (answer: Sent) => void
  readonly onRefused?: (answer: RefusedForm<Field>) => void
  /** Whether the form stays open for another request. Otherwise the guest is redirected. */
  readonly staysHere?: boolean
}

/** Submits a form by fetch: once per click, and not before the minimum age of its token, which filters bots. */
export function useSending<Field extends string>(options: Options<Field>) {
  const { name, fields, failure, onSent, onRefused, staysHere = false } = options
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)
  const openedAt = useRef(0)
  // That of a page which was open for too long is refused, and sent again it would be refused again.
  const newToken = useRef<string | null>(null)
  useEffect(() => {
    openedAt.current = performance.now()
  }, [])

  return {
    isSending,
    send: async (form: FormData): Promise<void> => {
      if (isBusy.current) return
      isBusy.current = true
      dismissErrors()
      setSending(true)
      if (newToken.current !== null) form.set(FORM_TOKEN_FIELD, newToken.current)
      await pause(MIN_FILL_MS - (performance.now() - openedAt.current))
      const answer = await sendForm(name, fields, form)
      if (answer.is === 'sent') {
        const { title, text, to } = answer.success
        onSent?.(answer)
        if (!staysHere) {
          // The toast belongs to the next page. The button stays disabled until then.
          storeToast({ title, text, tone: 'good' })
          location.assign(to)
          return
        }
        showToast({ title, text, tone: 'good' })
      } else if (answer.is === 'refused') {
        newToken.current = answer.formToken
        onRefused?.(answer)
      } else showToast(isOffline() ? OFFLINE : { ...failure, tone: 'bad' })
      isBusy.current = false
      setSending(false)
    },
  }
}

async function sendForm<Field extends string>(
  name: string,
  fields: readonly Field[],
  form: FormData,
): Promise<FormAnswer<Field> | { readonly is: 'failed' }> {
  try {
    const response = await fetch(`/requests/${name}`, { method: 'POST', body: form })
    const answer: unknown = await response.json()
    return isAnswer(answer) && isAnswerTo(fields, answer) ? answer : { is: 'failed' }
  } catch {
    // The input stays in the form.
    return { is: 'failed' }
  }
}

const isAnswer = (it: unknown): it is FormAnswer =>
  typeof it === 'object' && it !== null && 'is' in it && (it.is === 'sent' || it.is === 'refused')

const pause = (ms: number): Promise<void> =>
  ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve()

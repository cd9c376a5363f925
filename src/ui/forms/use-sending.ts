import { useEffect, useRef } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import type { FormRefusal, Typed } from '#lib/forms/check.ts'
import { BY_SCRIPT_FIELD, QUICKEST_MS, type Told } from '#lib/forms/seal.ts'
import type { WizardAnswer } from '#lib/forms/wizard.ts'
import { showToast } from '../toasts.ts'

/** What the house answers to a form. */
export type FormAnswer<Field extends string = string> =
  | { readonly is: 'sent'; readonly told: Told }
  | {
      readonly is: 'refused'
      readonly typed: Typed<Field>
      readonly refusal: FormRefusal<Field>
      readonly stamp: string
    }
  /** The house could not be reached, or could not answer. */
  | { readonly is: 'failed' }

/** Answers a script in words even where the house cannot: what was typed stays where it is. For a route's clientAction. */
export async function answerOrFail<Answer>(ask: () => Promise<Answer>): Promise<Answer | FormAnswer> {
  try {
    return await ask()
  } catch {
    return { is: 'failed' }
  }
}

/** The answer, where it is one to the form with these fields. */
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
  /** The address the form is sent to. */
  readonly action: string
  /** What is said when it could not be sent. */
  readonly failure: { readonly title: string; readonly text: string }
  /** Called once when it has arrived. */
  readonly onSent?: (told: Told) => void
  /** Called once for each refusal. */
  readonly onRefused?: (answer: FormAnswer<Field> | WizardAnswer<Field>) => void
  /** The form is there for another one afterwards; otherwise the guest is taken on. */
  readonly staysHere?: boolean
}

const LEAVE_AFTER_MS = 500

/** Sends a form by script: once, however often it is pressed, and never so soon that it looks like a program's. */
export function useSending<Field extends string>(options: Options<Field>) {
  const { action, staysHere = false } = options
  const fetcher = useFetcher<FormAnswer<Field> | WizardAnswer<Field>>()
  const navigate = useNavigate()
  const openedAt = useRef(0)
  const heard = useRef<unknown>(null)
  const isSending = fetcher.state !== 'idle'
  const { data } = fetcher
  useEffect(() => {
    openedAt.current = performance.now()
  }, [])

  // Each answer is heard once, however often the page is drawn.
  useEffect(() => {
    if (!data || isSending || heard.current === data) return
    heard.current = data
    if (data.is === 'failed') showToast({ ...options.failure, tone: 'bad' })
    else if (data.is === 'sent') {
      showToast({ title: data.told.title, text: data.told.text, tone: 'good' })
      options.onSent?.(data.told)
      if (!staysHere) setTimeout(() => void navigate(data.told.to), LEAVE_AFTER_MS)
    } else options.onRefused?.(data)
  })

  const waiting = useRef(false)
  return {
    isSending,
    async send(form: FormData): Promise<void> {
      if (waiting.current || isSending || (data?.is === 'sent' && !staysHere)) return
      waiting.current = true
      await pause(QUICKEST_MS - (performance.now() - openedAt.current))
      form.set(BY_SCRIPT_FIELD, 'script')
      await fetcher.submit(form, { method: 'post', action })
      waiting.current = false
    },
  }
}

const pause = (ms: number): Promise<void> =>
  ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve()

import { type SubmitEvent, useState } from 'react'
import {
  checkTyped,
  type FormPlan,
  type FormRefusal,
  readTyped,
  type Typed,
  typedWith,
} from '#lib/forms/check.ts'
import { type FormAnswer, useSending } from './use-sending.ts'

type Options<Field extends string, Value> = {
  readonly plan: FormPlan<Field, Value>
  /** Server's response to a form that was submitted without a script. */
  readonly answer: FormAnswer<Field> | null
  readonly failure: { readonly title: string; readonly text: string }
  /** Initial values. */
  readonly known?: { readonly [Name in Field]?: string }
}

/** State of a form on one page: validated before it is submitted; the input stays until the server accepts it. */
export function useForm<Field extends string, Value>(options: Options<Field, Value>) {
  const { plan, answer, failure, known = {} } = options
  const refused = answer?.is === 'refused' ? answer : null
  const [typed] = useState<Typed<Field>>(() => refused?.typed ?? typedWith(plan.fields, known))
  const [refusal, setRefusal] = useState<FormRefusal<Field> | null>(refused?.refusal ?? null)
  const sending = useSending<Field>({
    ...plan,
    failure,
    onRefused: (rejected) => setRefusal(rejected.refusal),
  })
  return {
    typed,
    refusal,
    formToken: refused?.formToken ?? null,
    isSending: sending.isSending,
    onSubmit: (submission: SubmitEvent<HTMLFormElement>): void => {
      submission.preventDefault()
      const sent = new FormData(submission.currentTarget)
      const checked = checkTyped(plan, readTyped(sent, plan.fields))
      setRefusal(checked.ok ? null : checked.reason)
      if (checked.ok) void sending.send(sent)
    },
  }
}

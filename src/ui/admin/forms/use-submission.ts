import { type FormEvent, useRef, useState } from 'react'
import { dismissErrors } from '../../toasts/toasts.ts'
import { useFocusAfterBusy } from './use-focus-after-busy.ts'

/** Submitted text of a field by its name; empty if the field is missing. */
type SubmittedText = (name: string) => string

/** Submit handler of a form with `SubmittedFields`. The form is busy until `send` is done. */
export function useSubmission(send: (text: SubmittedText, form: HTMLFormElement) => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const sent = useRef<HTMLFormElement>(null)
  useFocusAfterBusy(sent, isBusy)
  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    sent.current = form
    const entries = new FormData(form)
    const text = (name: string): string => {
      const value = entries.get(name)
      return typeof value === 'string' ? value : ''
    }
    setBusy(true)
    dismissErrors()
    try {
      await send(text, form)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, onSubmit: (event: FormEvent<HTMLFormElement>): void => void onSubmit(event) }
}

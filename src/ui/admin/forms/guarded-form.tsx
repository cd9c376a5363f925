import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { useUnsaved } from './unsaved.tsx'

function valuesOf(form: HTMLFormElement | null): string {
  const values = [...(form?.elements ?? [])].map((field) => {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
      return field.checked
    const isField =
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    return isField ? field.value : null
  })
  return JSON.stringify(values)
}

/** Reports unsaved input: an `input` event occurred, and a value differs from the first one. */
export function useTyped(form: RefObject<HTMLFormElement | null>): () => boolean {
  const first = useRef('')
  const isTouched = useRef(false)
  useEffect(() => {
    const current = form.current
    first.current = valuesOf(current)
    const touch = (): void => void (isTouched.current = true)
    current?.addEventListener('input', touch)
    return () => current?.removeEventListener('input', touch)
  }, [form])
  return () => isTouched.current && valuesOf(form.current) !== first.current
}

/** Form that is part of a page. Leaving the page asks before unsaved input is discarded. */
export function GuardedForm(props: ComponentProps<'form'>) {
  const form = useRef<HTMLFormElement>(null)
  useUnsaved({ isDirty: useTyped(form) })
  return <form ref={form} {...props} />
}

import { useState } from 'react'
import { FORM_TOKEN_FIELD, HONEYPOT_FIELD } from '#lib/forms/hidden-fields.ts'

/**
 * Hidden fields of every public form: the signed token with the time of rendering, and the honeypot that only a bot
 * fills in. The first token is kept across renders: a guest who corrects an error has had the form open for a while.
 */
export function FormSeal({ formToken }: { formToken: string }) {
  const [first] = useState(formToken)
  return (
    <>
      <input type="hidden" name={FORM_TOKEN_FIELD} value={first} />
      <div aria-hidden="true" className="sr-only">
        <label>
          Please leave this empty
          <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </div>
    </>
  )
}

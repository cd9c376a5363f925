import { useState } from 'react'
import { FORM_TOKEN_FIELD, HONEYPOT_FIELD } from '#lib/forms/seal.ts'

/**
 * What every form carries unseen: when it was drawn, and a field that only a program would fill in. The stamp stays the
 * first one: whoever mends a mistake has had the form open for a while.
 */
export function FormSeal({ stamp }: { stamp: string }) {
  const [first] = useState(stamp)
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

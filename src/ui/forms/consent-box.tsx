import type { ReactNode } from 'react'
import { AlertMark } from './alert-mark.tsx'
import type { ControlProps } from './form-fields.tsx'

type Props = ControlProps & {
  /** Sentence that the guest agrees to. */
  readonly children: ReactNode
}

/** Checkbox with a sentence to agree to and a link to the Privacy Policy. Its value is `yes`. */
export const ConsentBox = ({ id, field, value, problem, children }: Props) => (
  <div className="min-w-0 sm:col-span-2">
    {problem ? (
      <p id={`${id}-problem`} className="mb-1.5 flex items-start gap-1.5 text-sm font-semibold text-rose">
        <AlertMark className="mt-0.5 size-4" />
        {problem}
      </p>
    ) : null}
    <label htmlFor={id} className="flex min-h-11 items-start gap-3">
      <input
        id={id}
        type="checkbox"
        name={field.name}
        value="yes"
        required
        defaultChecked={value === 'yes'}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        className="mt-0.5 size-6 shrink-0 accent-brass"
      />
      <span className="text-sand">
        {/* One text with its last space: alone at the end of a line, it is left out of the checkbox's name. */}
        {children}
        {' See the '}
        <a href="/privacy-policy" className="text-brass underline underline-offset-4">
          Privacy Policy
        </a>
        .
      </span>
    </label>
  </div>
)

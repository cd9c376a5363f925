import type { ReactNode } from 'react'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { AlertMark } from './alert-mark.tsx'

export const INPUT =
  'min-h-12 w-full rounded-xl border border-dune/60 bg-cocoa px-4 py-2.5 text-base text-cream placeholder:text-dune hover:border-brass aria-invalid:border-rose aria-invalid:ring-1 aria-invalid:ring-rose'

/** Note beside the label: the hint, and otherwise whether the field is optional. */
export const noteOf = ({ hint, required }: FieldDescriptor): string => hint ?? (required ? '' : 'Optional')

/** Place of a field in the grid of two columns. */
export const widthOf = ({ isHalf }: FieldDescriptor): string => (isHalf ? '' : 'min-w-0 sm:col-span-2')

/** Classes of a select, which has its own arrow. */
export const SELECT = `${INPUT} select-arrow pr-11`

/** Attributes that connect an input to its label and error. */
export type FieldAttributes = {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

type Props = {
  readonly id: string
  readonly label: string
  readonly note?: string
  readonly problem: string | undefined
  readonly className?: string
  readonly children: (attributes: FieldAttributes) => ReactNode
}

/** Labeled field, with its error between label and input. The note describes it; it is not its name. */
export const FormField = ({ id, label, note, problem, className = '', children }: Props) => (
  <div className={`flex flex-col gap-1.5 ${className}`}>
    <p className="text-cream">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {note ? (
        <span id={`${id}-note`} className="ml-2 text-sm text-dune">
          {note}
        </span>
      ) : null}
    </p>
    {problem ? (
      <p id={`${id}-problem`} className="flex items-start gap-1.5 text-sm font-semibold text-rose">
        <AlertMark className="mt-0.5 size-4" />
        {problem}
      </p>
    ) : null}
    {children({
      id,
      'aria-invalid': problem ? true : undefined,
      'aria-describedby': describedBy(id, { note, problem }),
    })}
  </div>
)

type Described = { readonly note: string | undefined; readonly problem: string | undefined }

const describedBy = (id: string, { note, problem }: Described): string | undefined =>
  [note && `${id}-note`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined

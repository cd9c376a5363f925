export type Option = { readonly value: string; readonly label: string }
export type ChoiceOption = Option & {
  /** Details, in a second line. */
  readonly note?: string
}

type Common = {
  readonly name: string
  readonly label: string
  /** Short form of the label, for a list of missing fields. */
  readonly shortLabel?: string
  readonly hint?: string | undefined
  readonly required?: boolean
  /** Shows or hides "(required)" beside the label of a staff form; `required` decides by default. */
  readonly isRequired?: boolean
  /** Class of the field within the grid of a staff form. */
  readonly className?: string
  /** Takes half of a row of a public form. */
  readonly isHalf?: boolean
}

type Text = {
  /** The `type` of the input, such as `email` or `date`. */
  readonly type?: string
  readonly min?: number | string
  readonly max?: number | string
  readonly step?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly inputMode?: 'decimal' | 'email' | 'numeric' | 'tel' | 'text' | 'url'
  readonly placeholder?: string
  readonly autoComplete?: string
  readonly autoCapitalize?: string
  readonly autoFocus?: boolean
  readonly spellCheck?: boolean
}

/** Attributes that a text input gets from its descriptor. No `maxlength`: it would cut a pasted text without a word. */
export const INPUT_ATTRIBUTES = [
  'type',
  'required',
  'min',
  'max',
  'step',
  'minLength',
  'inputMode',
  'placeholder',
  'autoComplete',
  'autoCapitalize',
  'autoFocus',
  'spellCheck',
] as const

/** Fields that are one input of the browser. */
export type InputDescriptor = Common &
  (
    | ({
        readonly kind: 'text'
        /** Values that the browser suggests; any other may be typed. */
        readonly suggestions?: readonly string[]
      } & Text)
    /** Amount in dollars. */
    | { readonly kind: 'money' }
    | ({ readonly kind: 'area'; readonly rows?: number } & Pick<
        Text,
        'maxLength' | 'inputMode' | 'placeholder'
      >)
    | {
        readonly kind: 'select'
        readonly options: readonly Option[]
        /** Label of an empty first option; left out if an option is always chosen. */
        readonly blank?: string
        readonly disabled?: boolean
      }
  )

/**
 * One field of a form as data: its label, limits and control. Public forms and staff forms share it. Each has a renderer:
 * public fields are uncontrolled, because they also work without a script (`src/ui/forms/form-fields.tsx`), staff fields
 * are controlled, because their values are drafts (`src/ui/admin/forms/form-fields.tsx`).
 */
export type FieldDescriptor =
  | InputDescriptor
  | (Common & { readonly kind: 'check' })
  /** Radio group. `isWordy` is for options whose notes are sentences. */
  | (Common & {
      readonly kind: 'choice'
      readonly options: readonly ChoiceOption[]
      readonly isWordy?: boolean
    })
  /** Opening and closing time as one value, such as `15:00-21:00`. Empty means closed. */
  | (Common & { readonly kind: 'hours' })

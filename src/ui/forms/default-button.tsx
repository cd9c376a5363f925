import type { ComponentProps } from 'react'

type Props = Pick<ComponentProps<'button'>, 'name' | 'value' | 'formAction'>

/** The Enter key triggers the first submit button of a form: this one, where another stands above the one that sends. */
export const DefaultButton = (props: Props) => (
  <button type="submit" {...props} tabIndex={-1} aria-hidden="true" className="sr-only" />
)

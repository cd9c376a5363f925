import type { ComponentProps } from 'react'
import { Button } from '../button.tsx'
import { Spinner } from '../spinner.tsx'

/** Submit button with a pending state. */
export const SendButton = ({ isSending, label }: { isSending: boolean; label: string }) => (
  <Button type="submit" aria-disabled={isSending} className="w-full text-lg aria-disabled:opacity-60">
    {isSending ? (
      <>
        <Spinner />
        Submitting...
      </>
    ) : (
      label
    )}
  </Button>
)

type DefaultProps = Pick<ComponentProps<'button'>, 'name' | 'value' | 'formAction'>

/** Enter triggers the first submit button of a form: this one, where another stands above it. */
export const DefaultButton = (props: DefaultProps) => (
  <button type="submit" {...props} tabIndex={-1} aria-hidden="true" className="sr-only" />
)

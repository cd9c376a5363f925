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

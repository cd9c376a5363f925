import { Button } from '../button.tsx'
import { Spinner } from '../spinner.tsx'

/** Sends a form; while it is under way it says so. */
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

/** A refusal or a consequence, above the buttons of the dialog. */
export const MergeNote = ({ text }: { readonly text: string }) => (
  <p role="status" className="rounded-lg border border-brass bg-brass/10 px-4 py-3">
    {text}
  </p>
)

/** The server's refusal of what was sent. */
export const MergeRefused = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p role="alert" className="text-rose">
      {text}
    </p>
  )

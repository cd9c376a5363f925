import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** URLs of the passes of an entry, each null where it is not offered. */
export type PassPaths = { readonly apple: string | null; readonly google: string | null }

/** Adds the entry code to a wallet. */
export const PassLinks = ({ paths: { apple, google } }: { readonly paths: PassPaths }) => (
  <>
    {apple === null ? null : (
      <a href={apple} className={buttonClass('outline')}>
        <Icon name="ticket" /> Add to Apple Wallet
      </a>
    )}
    {google === null ? null : (
      <a href={google} rel="nofollow noreferrer" className={buttonClass('outline')}>
        <Icon name="ticket" /> Add to Google Wallet
      </a>
    )}
  </>
)

/** Said by the guest's page where the pass could not be made. */
export const PassProblem = () => (
  <p role="status" className="no-print mt-3 max-w-prose text-lg text-sand">
    The pass for your wallet cannot be made now. The code on this page is all you need at the entrance.
  </p>
)

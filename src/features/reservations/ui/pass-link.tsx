import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

type LinkProps = {
  /** URL of the pass; null where it is not offered. */
  readonly path: string | null
}

/** Adds the entry code to Apple Wallet. */
export const PassLink = ({ path }: LinkProps) =>
  path === null ? null : (
    <a href={path} className={buttonClass('outline')}>
      <Icon name="ticket" /> Add to Apple Wallet
    </a>
  )

/** Said by the guest's page where the pass could not be made. */
export const PassProblem = () => (
  <p role="status" className="no-print mt-3 max-w-prose text-lg text-sand">
    The pass for Apple Wallet cannot be made now. The code on this page is all you need at the entrance.
  </p>
)

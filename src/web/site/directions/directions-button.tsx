import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** Opens directions to the venue beside the page of a booking. */
export const DirectionsButton = ({ url }: { url: string }) => (
  <a href={url} rel="noreferrer noopener" target="_blank" className={buttonClass('outline')}>
    <Icon name="pin" />
    Directions
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)

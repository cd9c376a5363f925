import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

type Props = {
  readonly label: string
  /** Text of the message that goes with the address. */
  readonly text: string
  /** Public address of a page. The address of a guest's own page must not be shared, because it changes the booking. */
  readonly url: string
}

/** Shares a page: by the device's own dialog or as a copied message (share.ts), without a script by an email. */
export const ShareLink = ({ label, text, url }: Props) => (
  <a
    href={`mailto:?subject=${encodeURIComponent(text)}&body=${encodeURIComponent(`${text}\n${url}`)}`}
    data-share={url}
    data-share-text={text}
    className={buttonClass('outline')}
  >
    <Icon name="share" /> {label}
  </a>
)

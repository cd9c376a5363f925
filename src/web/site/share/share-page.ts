import { showToast } from '#ui/toasts/toasts.ts'

/** Shares a page by the device's own dialog, or copies the message. Throws where the browser can do neither. */
export async function sharePage({ share: url = '', shareText: text = '' }: DOMStringMap): Promise<void> {
  // Typed as always present, but few browsers of a desktop have it.
  const device: Partial<Pick<Navigator, 'share'>> = navigator
  if (device.share) return navigator.share(text ? { text, url } : { url }).catch(ignoreClosed)
  await navigator.clipboard.writeText(`${text} ${url}`.trim())
  showToast({ title: 'Link copied', text: 'Paste it into a message to your friends.', tone: 'good' })
}

/** A guest who closes the dialog wants no email instead. */
function ignoreClosed(error: unknown): void {
  if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
}

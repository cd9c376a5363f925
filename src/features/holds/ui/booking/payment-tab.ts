/**
 * Opens the tab a guest will pay in. It has to be opened in the click itself, before anything is waited for, or the
 * browser takes it for an advertisement. Null where none may be opened.
 */
export function openPaymentTab(): Window | null {
  const tab = window.open('', '_blank')
  if (!tab) return null
  const { document: page } = tab
  page.documentElement.lang = 'en'
  page.title = 'Opening the payment page…'
  page.body.textContent = 'Opening the payment page…'
  Object.assign(page.body.style, {
    margin: '0',
    minHeight: '100vh',
    display: 'grid',
    placeItems: 'center',
    background: '#120b08',
    color: '#fbf1df',
    font: '1.25rem system-ui, sans-serif',
  })
  return tab
}

/** Sends the tab on to pay. Where it goes has no business with the page it was opened by. */
export function sendToPayment(tab: Window, url: string): void {
  tab.opener = null
  // Replaced: Back must not lead to an empty page.
  tab.location.replace(url)
}

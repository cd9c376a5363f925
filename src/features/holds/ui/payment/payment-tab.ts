/**
 * Opens the tab for the payment page. Must be called synchronously in the click handler, before any await: otherwise
 * the browser's popup blocker stops it. Null where the browser refuses.
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

/** Redirects the tab to the payment page. Clears `opener`, so that the provider's page has no access to ours. */
export function sendToPayment(tab: Window, url: string): void {
  tab.opener = null
  // `replace` keeps the empty page out of the history: Back would lead to it.
  tab.location.replace(url)
}

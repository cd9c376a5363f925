import { CONSENT_CHOICES, CONSENT_COOKIE, consentCookie } from '#http/consent.ts'

/** Stores the answer to the cookie banner as a cookie, without a request, and closes the banner. */
export function answerCookieBanner(): void {
  const banner = document.getElementById('cookie-settings')
  // Without a banner nothing is read either: a slow phone takes some milliseconds to read its cookies.
  if (!banner) return
  // Another page may have got the answer while this one was kept by the browser: Back brings it as it was left.
  const removeAnswered = (): void => {
    if (document.cookie.includes(`${CONSENT_COOKIE}=`) && !location.search.includes('cookies=1'))
      banner.remove()
  }
  removeAnswered()
  addEventListener('pageshow', removeAnswered)
  // Opened by the footer's link: its fragment has scrolled here, and the focus follows.
  if (location.hash === '#cookie-settings') banner.focus()
  banner.querySelector('form')?.addEventListener('submit', (event) => {
    const { submitter } = event
    const choice = CONSENT_CHOICES.find(
      (it) => submitter instanceof HTMLButtonElement && it === submitter.value,
    )
    if (!choice) return
    event.preventDefault()
    document.cookie = consentCookie(choice, location.protocol === 'https:')
    banner.remove()
    const url = new URL(location.href)
    // The focus returns to the link of the footer that has opened the banner, or moves to the content.
    const opener = url.searchParams.has('cookies') ? '[data-cookie-settings]' : 'main'
    document.querySelector<HTMLElement>(opener)?.focus({ preventScroll: true })
    url.searchParams.delete('cookies')
    url.hash = ''
    history.replaceState(history.state, '', url)
  })
}

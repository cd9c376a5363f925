import { CONSENT_CHOICES, consentCookie } from '#http/consent.ts'

/** Stores the answer to the cookie banner as a cookie, without a request, and closes the banner. */
export function answerCookieBanner(): void {
  const banner = document.getElementById('cookie-settings')
  banner?.querySelector('form')?.addEventListener('submit', (event) => {
    const { submitter } = event
    const choice = CONSENT_CHOICES.find(
      (it) => submitter instanceof HTMLButtonElement && it === submitter.value,
    )
    if (!choice) return
    event.preventDefault()
    document.cookie = consentCookie(choice, location.protocol === 'https:')
    banner.remove()
    document.querySelector('main')?.focus({ preventScroll: true })
    const url = new URL(location.href)
    if (!url.searchParams.has('cookies')) return
    url.searchParams.delete('cookies')
    history.replaceState(history.state, '', url)
  })
}

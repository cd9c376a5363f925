/** Cookie with the guest's choice in the cookie banner. It is essential: without it the banner would never go away. */
export const CONSENT_COOKIE = 'cookie_consent'
export const CONSENT_CHOICES = ['all', 'essential'] as const
export type Consent = 'unanswered' | 'answered'

const ANSWERED = new RegExp(`(?:^|;\\s*)${CONSENT_COOKIE}=(?:${CONSENT_CHOICES.join('|')})(?:;|$)`)
const ONE_YEAR_S = 31_536_000

export const readConsent = (cookies: string | null | undefined): Consent =>
  cookies && ANSWERED.test(cookies) ? 'answered' : 'unanswered'

/** `Set-Cookie` of a choice. Not HttpOnly: scripts read it and load nothing that the guest rejected. */
export const consentCookie = (choice: (typeof CONSENT_CHOICES)[number], secure: boolean): string =>
  `${CONSENT_COOKIE}=${choice}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax${secure ? '; Secure' : ''}`

/** The one cookie a guest's answer to the banner is kept in. Essential: without it the banner would ask for ever. */
const CONSENT_COOKIE = 'cookie_consent'
export const CONSENT_CHOICES = ['all', 'essential'] as const
export type Consent = 'unanswered' | 'answered'

const ANSWERED = new RegExp(`(?:^|;\\s*)${CONSENT_COOKIE}=(?:${CONSENT_CHOICES.join('|')})(?:;|$)`)
const ONE_YEAR_S = 31_536_000

export const readConsent = (cookies: string | null | undefined): Consent =>
  cookies && ANSWERED.test(cookies) ? 'answered' : 'unanswered'

/** The `Set-Cookie` of an answer. Scripts of ours may read it, to load nothing a guest refused. */
export const consentCookie = (choice: (typeof CONSENT_CHOICES)[number], secure: boolean): string =>
  `${CONSENT_COOKIE}=${choice}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax${secure ? '; Secure' : ''}`

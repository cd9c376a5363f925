import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { CONSENT_CHOICES, consentCookie } from '#http/consent.ts'

const isOwnLink = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-cookie-settings]') !== null

/** Reads the consent choice from the button that submitted the form. */
function choiceOf(event: FormEvent): (typeof CONSENT_CHOICES)[number] | undefined {
  const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : {}
  const value = submitter instanceof HTMLButtonElement ? submitter.value : ''
  return CONSENT_CHOICES.find((it) => it === value)
}

type Shown = 'as-sent' | 'open' | 'closed'

/**
 * Asks for cookie consent once, and again from the footer's Cookie Settings. It is a plain form, so that it works without
 * JavaScript; with JavaScript the answer is stored as a cookie without a request.
 */
export function CookieBanner({ isAnswered }: { isAnswered: boolean }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [shown, setShown] = useState<Shown>('as-sent')
  const isReopened = new URLSearchParams(search).get('cookies') === '1'
  const opener = useRef<HTMLElement | null>(null)
  const banner = useRef<HTMLElement>(null)

  useEffect(() => {
    const reopen = (event: MouseEvent): void => {
      if (!isOwnLink(event.target) || event.metaKey || event.ctrlKey) return
      event.preventDefault()
      opener.current = event.target instanceof HTMLElement ? event.target : null
      setShown('open')
    }
    // The capture phase runs before the router's click handler, so that the page does not navigate.
    document.addEventListener('click', reopen, { capture: true })
    return () => document.removeEventListener('click', reopen, { capture: true })
  }, [])

  const answer = (event: FormEvent<HTMLFormElement>): void => {
    const choice = choiceOf(event)
    if (!choice) return
    event.preventDefault()
    document.cookie = consentCookie(choice, window.location.protocol === 'https:')
    setShown('closed')
    // Focus returns to the link that opened the banner, or moves to the page's content.
    const next = opener.current ?? document.querySelector<HTMLElement>('main')
    next?.focus({ preventScroll: true })
    if (isReopened) void navigate(pathname, { replace: true, preventScrollReset: true })
  }

  useEffect(() => {
    if (shown === 'open') banner.current?.focus()
  }, [shown])

  if (shown === 'closed' || (shown === 'as-sent' && isAnswered && !isReopened)) return null
  return (
    <section
      ref={banner}
      id="cookie-settings"
      tabIndex={-1}
      aria-label="Cookie consent"
      className="fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-40 mx-auto max-w-3xl rounded-card border border-clay bg-cocoa p-4 shadow-2xl shadow-black/60 md:bottom-5 md:p-5"
    >
      <form
        method="post"
        action="/cookie-consent"
        onSubmit={answer}
        className="flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-6"
      >
        <input type="hidden" name="back" value={pathname} />
        <p className="text-sm text-sand">
          We use essential cookies to run this site. With your consent we would also use analytics, functional
          and marketing cookies.
        </p>
        <div className="flex shrink-0 gap-3">
          <button name="choice" value="essential" className={buttonClass('outline', 'flex-1 sm:flex-none')}>
            Reject
          </button>
          <button name="choice" value="all" className={buttonClass('outline', 'flex-1 sm:flex-none')}>
            Accept
          </button>
        </div>
      </form>
    </section>
  )
}

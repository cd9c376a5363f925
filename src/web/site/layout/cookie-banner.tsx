import { useLocation } from 'react-router'
import { buttonClass } from '#ui/button.tsx'

/**
 * Asks for cookie consent once, and again from the footer's Cookie Settings. It is a plain form; scripts/cookie-banner.ts
 * stores the answer without a request.
 */
export function CookieBanner({ isAnswered }: { isAnswered: boolean }) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const isReopened = query.get('cookies') === '1'
  if (isAnswered && !isReopened) return null
  // The answer leads back to the page alone, with the rest of its address: a link may be all that a guest has.
  query.delete('cookies')
  return (
    <section
      id="cookie-settings"
      tabIndex={-1}
      aria-label="Cookie consent"
      // A browser may paint while the page still arrives: a banner that grows upwards from the screen's edge would jump.
      className="fixed inset-x-3 not-has-[[value=all]]:invisible bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-40 mx-auto max-w-3xl rounded-card border border-clay bg-cocoa p-4 shadow-2xl shadow-black/60 md:bottom-5 md:p-5"
    >
      <form
        method="post"
        action="/cookie-consent"
        className="flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-6"
      >
        <input type="hidden" name="back" value={query.size === 0 ? pathname : `${pathname}?${query}`} />
        <p className="text-sm text-sand">
          We use essential cookies to run this site. With your consent we would also use analytics, functional
          and marketing cookies.
        </p>
        <div className="flex shrink-0 flex-wrap gap-3">
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

import { createHash } from 'node:crypto'
import { formatUsd } from '#lib/money.ts'
import { clockAt } from '#lib/venue-time.ts'
import type { SessionEntry } from './ledger.ts'
import type { PayOutcome } from './sessions.ts'

const TITLE = 'Test payment: no real money'

// The public pages fade into each other. One that does not would end a view transition with an error.
const STYLE = `
*{box-sizing:border-box}
html{color-scheme:dark;background:#120b08;color:#fbf1df;font:1rem/1.6 system-ui,sans-serif;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:grid;place-items:start center;padding:clamp(1rem,5vw,4rem) 1rem}
main{width:100%;max-width:34rem;background:#1b110d;border:1px solid #3a2620;border-radius:18px;overflow:hidden}
header{padding:1.75rem 1.5rem;background:#261814;border-bottom:3px solid #e9b765}
h1,h2{font-family:Georgia,'Times New Roman',serif;font-weight:500;line-height:1.15;margin:0;text-wrap:balance}
h1{font-size:clamp(1.75rem,1.4rem + 2vw,2.25rem);color:#e9b765}
h2{font-size:1.25rem}
p{margin:.5rem 0 0;color:#d9c6ab}
section,form{padding:1.5rem}
section+form{border-top:1px solid #3a2620}
table{width:100%;border-collapse:collapse;margin-top:.75rem}
th,td{padding:.5rem 0;text-align:left;font-weight:400;vertical-align:top;overflow-wrap:anywhere}
td{text-align:right;white-space:nowrap;padding-left:1rem;font-variant-numeric:tabular-nums}
tfoot th,tfoot td{border-top:1px solid #6b4334;font-weight:700;font-size:1.125rem;padding-top:.75rem}
.alert{margin:1.5rem 1.5rem 0;padding:.875rem 1rem;border:1px solid #e58a8a;border-radius:10px;background:#3a1a20;color:#fbf1df}
fieldset{border:0;margin:0 0 1.5rem;padding:0;display:grid;gap:.625rem}
legend{padding:0;margin-bottom:.625rem;font-weight:600;color:#e9b765}
button,.way{display:block;width:100%;min-height:48px;padding:.625rem 1rem;border:1px solid #b39f86;border-radius:10px;
background:transparent;color:#fbf1df;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.way:hover{border-color:#e9b765;background:#261814}
.chief,.chief:hover{background:#e9b765;border-color:#e9b765;color:#120b08}
:focus-visible{outline:3px solid #e9b765;outline-offset:3px}
form>:last-child{margin-bottom:0}
.way{margin-top:1.25rem}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
@media (min-width:26rem){.pair{grid-template-columns:1fr 1fr}.pair legend{grid-column:1/-1}}
`.trim()

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export type PageOutcome = PayOutcome | 'abandon'
type Page = { readonly status: number; readonly headers: Record<string, string>; readonly html: string }

/** Redirect target after the payment. */
export const successUrlOf = ({ session }: SessionEntry): string =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

/** Renders the payment page without real money, or the result of the session. */
export function renderPage(
  entry: SessionEntry,
  facts: { error: string | null; settleAfterMs: number; now: Date },
): Page {
  const { session } = entry
  if (hasHoldEnded(entry, facts.now))
    return page({
      status: 200,
      body: `<section><h2>The time to pay is over. Nothing was charged.</h2>
<p>Your hold ended at ${clockOf(deadlineOf(entry))}.</p>${wayBack(session.cancel_url)}</section>`,
      targets: [],
    })
  if (session.status === 'open')
    return page({
      status: 200,
      body: `${facts.error ? `<p class="alert" role="alert">${escape(facts.error)}</p>` : ''}
${drawOrder(entry)}${drawChoices(facts.settleAfterMs, session.cancel_url !== null)}`,
      targets: [session.success_url, session.cancel_url],
    })
  const [title, way] =
    session.status === 'complete'
      ? ['This payment is done. You need not pay again.', successUrlOf(entry)]
      : ['This payment is closed. Nothing was charged.', session.cancel_url]
  return page({ status: 200, body: `<section><h2>${title}</h2>${wayBack(way)}</section>`, targets: [] })
}

const wayBack = (way: string | null): string =>
  way ? `<a class="way" href="${escape(way)}">Back to the venue</a>` : ''

/** Payment deadline: the end of the hold if the session's metadata contains it, otherwise the end of the session. */
function deadlineOf({ session }: SessionEntry): Date {
  const expires = new Date(session.expires_at * 1000)
  const held = new Date(session.metadata?.['held_until'] ?? '')
  return held < expires ? held : expires
}

/** Whether an open session can no longer be paid because its hold has ended. */
export const hasHoldEnded = (entry: SessionEntry, now: Date): boolean =>
  entry.session.status === 'open' && deadlineOf(entry) <= now

const clockOf = (moment: Date): string => `<time datetime="${moment.toISOString()}">${clockAt(moment)}</time>`

export const renderMissing = (): Page =>
  page({ status: 404, body: '<section><h2>There is no such payment.</h2></section>', targets: [] })

function drawOrder(entry: SessionEntry): string {
  const { session, lines } = entry
  const rows = lines.map(
    ({ label, amountCents }) =>
      `<tr><th scope="row">${escape(label)}</th><td>${formatUsd(amountCents)}</td></tr>`,
  )
  return `<section aria-labelledby="order"><h2 id="order">Your order</h2>
<table><tbody>${rows.join('')}</tbody>
<tfoot><tr><th scope="row">Total</th><td>${formatUsd(session.amount_total ?? 0)}</td></tr></tfoot></table>
<p>This page is open until ${clockOf(deadlineOf(entry))}, the venue’s time.</p>
</section>`
}

const button = (outcome: PageOutcome, label: string, look = ''): string =>
  `<button name="outcome" value="${outcome}"${look}>${label}</button>`

function drawChoices(settleAfterMs: number, canLeave: boolean): string {
  const after = settleAfterMs === 1000 ? '1 second' : `${settleAfterMs / 1000} seconds`
  return `<form method="post" aria-label="How the test payment ends">
<fieldset class="pair"><legend>The card</legend>${button('approve', 'Approve', ' class="chief"')}${button('decline', 'Decline')}</fieldset>
<fieldset class="pair"><legend>The bank asks back</legend>${button('3ds-pass', '3-D Secure: pass')}${button('3ds-fail', '3-D Secure: fail')}</fieldset>
<fieldset><legend>Money that takes its time</legend>${button('late', `Pay late: arrives after ${after}`)}${button('late-fail', `Pay late: fails after ${after}`)}</fieldset>
${canLeave ? `<fieldset><legend>Leave without paying</legend>${button('abandon', 'Abandon')}</fieldset>` : ''}
</form>`
}

function page({ status, body, targets }: { status: number; body: string; targets: (string | null)[] }): Page {
  // The Content-Security-Policy must allow the form's redirect targets.
  const origins = new Set(targets.flatMap((target) => (target ? [new URL(target).origin] : [])))
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'sha256-${STYLE_HASH}'`,
        `form-action ${["'self'", ...origins].join(' ')}`,
        'img-src data:',
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TITLE}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main><header><h1>${TITLE}</h1><p>This page stands in for the provider’s. Choose how the payment ends.</p></header>
${body}</main></body></html>`,
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

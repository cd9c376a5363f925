import { renderToStaticMarkup } from 'react-dom/server'
import type { ExpectedEntry } from '#features/guest-lists/entries/schema.ts'
import { listEntryLink } from '#features/guest-lists/sign-ups/service.ts'
import type { ReservationFullDetails } from '#features/reservation-management/list/schema.ts'
import { entryLink } from '#features/reservations/service.ts'
import { contentSecurityPolicy, styleHashes } from '#http/security/security-headers.ts'
import { countText } from '#lib/text/count.ts'
import { clockAt, formatClock, formatDate } from '#lib/venue-time.ts'
import { qrPath } from '#platform/mail/qr-code.ts'
import type { StaffContext } from '../route.ts'

type PrintedCode = {
  readonly guestName: string
  readonly guestCount: number
  /** `Lone Star Highlife, Fri, Nov 27, 9:00 PM` */
  readonly visit: string
  /** The short code, which can be typed. */
  readonly code: string
  /** Link of the QR code. */
  readonly link: string
}

const STYLE = `
body { margin: 2rem; font: 1rem/1.5 system-ui, sans-serif; color: #000; background: #fff; }
h1 { margin: 0; font-size: 1.5rem; overflow-wrap: anywhere; }
p { margin: 0.25rem 0; }
svg { display: block; width: 16rem; max-width: 100%; margin: 1rem 0; }
b { font: 700 1.75rem ui-monospace, monospace; }
`

/**
 * A page with the entry code of a guest, to be printed for one without email and phone. It has no more than the entrance needs: the
 * guest's own page, which the code leads to, also has amounts and the email address, which hosts do not see.
 */
async function printedCode(deps: StaffContext, printed: PrintedCode): Promise<Response> {
  const { name } = await deps.loadVenue()
  const html = `<!doctype html>${renderToStaticMarkup(<CodePage {...printed} venueName={name} />)}`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(
        { scripts: [], styles: styleHashes(html) },
        deps.origin.startsWith('https:'),
      ),
    },
  })
}

type PrintedReservation = Pick<
  ReservationFullDetails,
  'id' | 'guestName' | 'guestCount' | 'event' | 'date' | 'startsAt' | 'entryCode'
>

export const printedReservationCode = (deps: StaffContext, it: PrintedReservation): Promise<Response> =>
  printedCode(deps, {
    guestName: it.guestName,
    guestCount: it.guestCount,
    visit: `${it.event?.title ?? 'Dinner'}, ${formatDate(it.date, 'medium')}, ${clockAt(it.startsAt)}`,
    code: it.entryCode,
    link: entryLink(deps, it),
  })

export const printedEntryCode = (deps: StaffContext, it: ExpectedEntry): Promise<Response> =>
  printedCode(deps, {
    guestName: it.guestName,
    guestCount: it.guestCount,
    visit: `${it.eventTitle}, ${formatDate(it.date, 'medium')}, ${formatClock(it.startTime)}`,
    code: it.entryCode,
    link: listEntryLink(deps, it),
  })

function CodePage({
  venueName,
  guestName,
  guestCount,
  visit,
  code,
  link,
}: PrintedCode & { venueName: string }) {
  const { size, path } = qrPath(link)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`Entry code of ${guestName}`}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <main>
          <p>{venueName}</p>
          <h1>{guestName}</h1>
          <p>{visit}</p>
          <p>{countText(guestCount, 'guest')}</p>
          <svg
            viewBox={`0 0 ${size} ${size}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label={`QR code of the entry code ${code}`}
          >
            <path d={path} />
          </svg>
          <p>Entry code</p>
          <b>{code}</b>
          <p>Please show this at the entrance.</p>
        </main>
      </body>
    </html>
  )
}

/** A calendar file for its holder alone: its address carries a token, and its text may name an entry code. */
export const calendarResponse = ({
  name,
  text,
}: {
  readonly name: string
  readonly text: string
}): Response =>
  new Response(text, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.ics"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex, nofollow',
    },
  })

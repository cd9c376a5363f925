import { data } from 'react-router'
import { listOutbox, type OutboxMail, readOutbox } from '#platform/mail/mail-outbox.ts'
import { withContext } from '#http/context.ts'
import { refuseTestPages } from '#http/test-tools/test-page-access.ts'
import { escapeHtml } from '#lib/text/escape-html.ts'
import type { Route } from './+types/outbox.ts'

// An email has inline styles and no scripts, and loads nothing from other origins.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-top-navigation-by-user-activation"

/** Outbox page: emails stored as files because no mail server is configured. Open to this machine only. */
export const loader = withContext(async ({ outbox, origin }, { params }: Route.LoaderArgs) => {
  if (outbox === null) throw data('There is no outbox here.', { status: 404 })
  if (outbox === 'closed') return refuseTestPages({ origin })
  if (!params.email) return page(await listPage(outbox.directory))
  const email = await readOutbox(outbox.directory, params.email)
  if (!email) throw data('There is no such email.', { status: 404 })
  return page(withPictures(email))
})

const page = (html: string): Response =>
  new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
    },
  })

async function listPage(outbox: string): Promise<string> {
  const rows = (await listOutbox(outbox)).map(
    ({ id, to, subject, sentAt }) =>
      `<li><a href="/outbox/${encodeURIComponent(id)}">${escapeHtml(subject)}</a><br>${escapeHtml(to)}, ${sentAt.toISOString()}</li>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outbox</title><style>body{font:1rem/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}li{margin:0 0 1rem}</style>
<h1>Outbox</h1><p>Emails that would have been sent, newest first.</p>
${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>None yet.</p>'}</html>`
}

const withPictures = ({ html, attachments }: OutboxMail): string =>
  attachments.reduce(
    (text, { cid, contentType, content }) =>
      cid ? text.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`) : text,
    html,
  )

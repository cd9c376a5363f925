import { z } from 'zod'
import type { SessionEntry } from './books.ts'
import type { Desk } from './desk.ts'
import { drawMissing, drawPage, hasHoldEnded, successUrlOf } from './page.ts'
import { applyDue, pay, PAY_OUTCOMES } from './sessions.ts'

type Ask = { readonly method: string; readonly path: string; readonly body: string }
type Reply = { readonly status: number; readonly headers: Record<string, string>; readonly body: string }

const outcomes = z.enum([...PAY_OUTCOMES, 'abandon'])

/** The guest's page, at the path of the public address with the session's id behind it. */
export async function answerPage(desk: Desk, { method, path, body }: Ask): Promise<Reply> {
  const happened = applyDue(desk)
  const entry = findPage(desk, path)
  const outcome = outcomes.safeParse(new URLSearchParams(body).get('outcome'))
  if (!entry || method !== 'POST' || !outcome.success) {
    await desk.commitIf(happened)
    return draw(desk, entry)
  }
  if (outcome.data === 'abandon') return goTo(entry.session.cancel_url ?? path)
  // A second click finds it done, or closed, and is shown to where it leads.
  if (entry.session.status === 'open' && !hasHoldEnded(entry, desk.now())) pay(desk, entry, outcome.data)
  await desk.commit()
  return goTo(entry.session.status === 'complete' ? successUrlOf(entry) : path)
}

function findPage(desk: Desk, path: string): SessionEntry | null {
  const prefix = `${new URL(desk.publicUrl()).pathname.replace(/\/$/, '')}/`
  return (path.startsWith(prefix) && desk.books.sessions.get(path.slice(prefix.length))) || null
}

function draw(desk: Desk, entry: SessionEntry | null): Reply {
  const intentId = entry?.session.payment_intent
  const intent = typeof intentId === 'string' ? desk.books.intents.get(intentId) : undefined
  const { settleAfterMs } = desk.board.faults
  const { html, ...page } = entry
    ? drawPage(entry, {
        error: intent?.last_payment_error?.message ?? null,
        settleAfterMs,
        now: desk.now(),
      })
    : drawMissing()
  return { ...page, body: html }
}

const goTo = (address: string): Reply => ({
  status: 303,
  headers: { Location: address, 'Cache-Control': 'no-store' },
  body: '',
})

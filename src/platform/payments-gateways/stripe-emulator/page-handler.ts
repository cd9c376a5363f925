import { z } from 'zod'
import type { SessionEntry } from './ledger.ts'
import type { EmulatorState } from './state.ts'
import { renderMissing, renderPage, hasHoldEnded, successUrlOf } from './page.ts'
import { applyDue, pay, PAY_OUTCOMES } from './sessions.ts'

type Request = { readonly method: string; readonly path: string; readonly body: string }
type Reply = { readonly status: number; readonly headers: Record<string, string>; readonly body: string }

const outcomes = z.enum([...PAY_OUTCOMES, 'abandon'])

/** The payment page, at the path of `publicUrl` plus the session id. */
export async function answerPage(state: EmulatorState, { method, path, body }: Request): Promise<Reply> {
  const happened = applyDue(state)
  const entry = findPage(state, path)
  const outcome = outcomes.safeParse(new URLSearchParams(body).get('outcome'))
  if (!entry || method !== 'POST' || !outcome.success) {
    await state.commitIf(happened)
    return draw(state, entry)
  }
  if (outcome.data === 'abandon') return goTo(entry.session.cancel_url ?? path)
  // After a second click the session is complete or closed; the guest is redirected to the result.
  if (entry.session.status === 'open' && !hasHoldEnded(entry, state.now())) pay(state, entry, outcome.data)
  await state.commit()
  return goTo(entry.session.status === 'complete' ? successUrlOf(entry) : path)
}

function findPage(state: EmulatorState, path: string): SessionEntry | null {
  const prefix = `${new URL(state.publicUrl()).pathname.replace(/\/$/, '')}/`
  return (path.startsWith(prefix) && state.ledger.sessions.get(path.slice(prefix.length))) || null
}

function draw(state: EmulatorState, entry: SessionEntry | null): Reply {
  const intentId = entry?.session.payment_intent
  const intent = typeof intentId === 'string' ? state.ledger.intents.get(intentId) : undefined
  const { settleAfterMs } = state.faultInjection.faults
  const { html, ...page } = entry
    ? renderPage(entry, {
        error: intent?.last_payment_error?.message ?? null,
        settleAfterMs,
        now: state.now(),
      })
    : renderMissing()
  return { ...page, body: html }
}

const goTo = (address: string): Reply => ({
  status: 303,
  headers: { Location: address, 'Cache-Control': 'no-store' },
  body: '',
})

import { recordActivity } from '#features/audit-log/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { listArrived } from '#features/reservation-management/arrivals/service.ts'
import {
  changeStatus,
  type PaymentDeps,
  type StatusRefusal,
} from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { partText } from '#features/reservations/evening/rules.ts'
import { findEveningOthers } from '#features/reservations/evening/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { NOT_ALLOWED, refused, type RefusedWithText } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import type { Log } from '#platform/observability/log.ts'
import {
  changedBy,
  ARRIVED_ALREADY,
  graceOf,
  MESSAGES_AN_HOUR,
  otherOf,
  planStatus,
  refusalOf,
  type Selected,
  sentBeforeText,
  unreachableText,
} from './rules.ts'
import type {
  BulkOther,
  BulkOutcome,
  BulkReport,
  BulkStatusForm,
  BulkUndoForm,
  MessageForm,
  MessagePlan,
  MessagePlanForm,
  StatusPlan,
} from './schema.ts'
import {
  countRecipients,
  findMessage,
  listMessaged,
  listSelected as listRows,
  lockSender,
  replaceMessages,
  writeMessage,
} from './store.ts'

type BulkRefusal = { readonly why: 'not_allowed' } | RefusedWithText

/** Guests have the message as it was written before under its key. */
type MessageRefusal = BulkRefusal | { readonly why: 'sent_before'; readonly text: string }

async function listSelected(db: Db, ids: readonly string[]): Promise<Selected[]> {
  const rows = await listRows(db, ids)
  const arrived = await listArrived(db, ids)
  return rows.map((row) => ({ ...row, hasArrived: arrived.has(row.id) }))
}

/** Previews a status change for a selection, without locks: each change is checked again when it is made. */
export async function planStatuses(
  { db, now }: Pick<ActorDeps, 'db' | 'now'>,
  { ids, status }: BulkStatusForm,
): Promise<StatusPlan> {
  const selected = await listSelected(db, ids)
  const plan = planStatus(selected, status, now)
  if (status !== 'cancelled') return { ...plan, others: [] }
  return { ...plan, others: await listOthers({ db, now }, selected) }
}

/** The other reservations of the evenings that lose one by the cancellation of a selection, each once. */
async function listOthers(
  { db, now }: Pick<ActorDeps, 'db' | 'now'>,
  selected: readonly Selected[],
): Promise<BulkOther[]> {
  const isSelected = new Set(selected.map(({ id }) => id))
  const changed = changedBy(selected, 'cancelled', now).map(({ id }) => id)
  const others = [...(await findEveningOthers({ db }, changed)).values()].filter(
    ({ id }) => !isSelected.has(id),
  )
  const partOf = new Map(others.map((other) => [other.id, partText(other)]))
  return (await listSelected(db, [...partOf.keys()])).map((it) => otherOf(it, partOf.get(it.id) ?? '', now))
}

/** Counts the reservations of a selection that an email reaches. */
export async function planMessages(
  { db }: Pick<ActorDeps, 'db'>,
  { ids, after = [] }: MessagePlanForm,
): Promise<MessagePlan> {
  const selected = await listSelected(db, ids)
  const messaged = await listMessaged(db, after, ids)
  const reached = selected.filter((it) => messaged.has(it.id)).length
  const recipients = selected.filter((it) => unreachableText(it) === null && !messaged.has(it.id)).length
  return { recipients, unreachable: selected.length - recipients - reached, reached }
}

/** Changes the status of each selected reservation by the rules for a single one, and returns one result for each. */
export async function setStatuses(
  deps: PaymentDeps & WithLog,
  { ids, status, selected = ids.length }: BulkStatusForm,
): Promise<Result<BulkReport, BulkRefusal>> {
  if (!may(deps.actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  const graced = { ...deps, graceMs: graceOf(selected) }
  return ok(await reportEach(deps, await listSelected(deps.db, ids), (it) => setStatus(graced, it, status)))
}

type WithLog = { readonly log: Log }

/**
 * Works through a selection, in a transaction for each, so that one refusal leaves the others standing. A fault ends it; the report names
 * what was done before, which can be undone. One that comes before anything was done is thrown.
 */
async function reportEach<Item extends { readonly id: string }>(
  { log }: WithLog,
  items: readonly Item[],
  work: (item: Item) => Promise<BulkOutcome>,
): Promise<BulkReport> {
  const outcomes: BulkOutcome[] = []
  for (const [index, it] of items.entries())
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      outcomes.push(await work(it))
    } catch (error) {
      if (!outcomes.some(({ outcome }) => outcome === 'done')) throw error
      const left = items.slice(index).map(({ id }) => id)
      log.error({ event: 'bulk.interrupted', err: error, left: left.length }, 'a fault ended a batch')
      return { outcomes, left }
    }
  return { outcomes, left: [] }
}

async function setStatus(
  deps: PaymentDeps,
  selected: Selected,
  status: BulkStatusForm['status'],
): Promise<BulkOutcome> {
  const { id, guestName } = selected
  const named = { id, guestName, text: '', actId: null }
  if (selected.status === status) return { ...named, outcome: 'unchanged' }
  const text = refusalOf(selected, status, deps.now)
  if (text !== null) return { ...named, outcome: 'refused', text }
  const done = await changeStatus(deps, id, { status, seen: selected.status })
  return done.ok
    ? { ...named, outcome: 'done', actId: done.value.act?.actId ?? null }
    : { ...named, outcome: 'refused', text: refusalText(done.reason) }
}

/** Undoes the change of each selected reservation in a transaction of its own, and returns one result for each. */
export async function undoStatuses(
  deps: ActorDeps & WithLog,
  { acts }: BulkUndoForm,
): Promise<Result<BulkReport, BulkRefusal>> {
  if (!may(deps.actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  const ids = acts.map(({ id }) => id)
  const names = new Map((await listSelected(deps.db, ids)).map((it) => [it.id, it.guestName]))
  const undo = async ({ id, actId }: BulkUndoForm['acts'][number]): Promise<BulkOutcome> => {
    const done = await undoChange(deps, id, actId)
    const named = { id, guestName: names.get(id) ?? '', actId: null }
    return done.ok
      ? { ...named, outcome: 'done', text: '' }
      : { ...named, outcome: 'refused', text: refusalText(done.reason) }
  }
  return ok(await reportEach(deps, acts, undo))
}

function refusalText(reason: StatusRefusal): string {
  switch (reason.why) {
    case 'not_allowed':
      return 'Your role does not allow this.'
    case 'not_found':
      return 'This reservation is no longer there.'
    case 'version_conflict':
      return 'Somebody else changed this reservation a moment ago.'
    case 'arrived':
      return ARRIVED_ALREADY
    case 'off_sale':
      return `${reason.text} Change it alone to agree.`
    case 'money_open':
    case 'refused':
      return reason.text
  }
}

/**
 * Enqueues an email for each reservation of a selection. The message's idempotency key skips reservations that an
 * earlier try of the batch reached. The lock on the staff member's row serializes batches, so that the rate limit
 * counts each. Another text under the key is refused once a guest was reached: queued emails are rendered from the row of the key.
 */
export async function sendMessages(
  { db, now, actor }: ActorDeps,
  form: MessageForm,
): Promise<Result<BulkReport, MessageRefusal>> {
  if (!may(actor.role, 'reservations.email')) return no(NOT_ALLOWED)
  const { key, after = [], ids, subject, text } = form
  return inTransaction(db, async (trx) => {
    await lockSender(trx, actor.id)
    const written = await findMessage(trx, key)
    if (written && isOver(written, form))
      return no({ why: 'sent_before', text: sentBeforeText(written.recipients) } as const)
    const selected = await listSelected(trx, ids)
    const reached = await listMessaged(trx, after, ids)
    const alreadySent = await listMessaged(trx, [key, ...after], ids)
    const recipients = selected.filter((it) => unreachableText(it) === null && !alreadySent.has(it.id))
    const left = MESSAGES_AN_HOUR - (await countRecipients(trx, actor.id, now))
    if (recipients.length > left) return no(refused(tooManyText(left)))
    await writeMessage(trx, { key, subject, text, staffUserId: actor.id, recipients: recipients.length, now })
    await replaceMessages(trx, after, key)
    for (const it of recipients)
      // oxlint-disable-next-line no-await-in-loop -- within a transaction it is one connection
      await sendMessage(trx, { actor, key, subject, to: it })
    return ok({ outcomes: selected.map((it) => outcomeOf(it, reached)), left: [] })
  })
}

/** Whether a message was sent in other words, or was written anew since. */
const isOver = (
  { recipients, replacedBy, ...written }: NonNullable<Awaited<ReturnType<typeof findMessage>>>,
  { subject, text }: MessageForm,
): boolean =>
  replacedBy !== null || (recipients > 0 && (written.subject !== subject || written.body !== text))

const tooManyText = (left: number): string =>
  `You can write to ${MESSAGES_AN_HOUR} guests an hour, and ${Math.max(0, left)} are left. Please send this later.`

function outcomeOf(it: Selected, reached: ReadonlySet<string>): BulkOutcome {
  const named = { id: it.id, guestName: it.guestName, text: '', actId: null }
  if (reached.has(it.id)) return { ...named, outcome: 'unchanged' }
  const text = unreachableText(it)
  return text === null ? { ...named, outcome: 'done' } : { ...named, outcome: 'refused', text }
}

type Sending = {
  readonly actor: Actor
  readonly key: string
  readonly subject: string
  readonly to: Selected
}

async function sendMessage(trx: Db, { actor, key, subject, to }: Sending): Promise<void> {
  await enqueueEmail(trx, to.id, { kind: 'staff_message', dedupeKey: key })
  await recordActivity(trx, {
    actor,
    action: 'emailed the guest of',
    entity: 'reservation',
    entityId: to.id,
    after: { guestName: to.guestName, subject },
  })
}

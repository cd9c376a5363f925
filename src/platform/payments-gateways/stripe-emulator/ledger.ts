import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { writeFileAtomically } from '../../storage/write-file.ts'

export type SessionEntry = {
  readonly id: string
  readonly session: Stripe.Checkout.Session
  readonly lines: readonly {
    readonly label: string
    readonly amountCents: number
    readonly quantity: number
  }[]
  readonly intentMetadata: Record<string, string>
  /** A pending payment: the time of its result, and the result. */
  settles: { readonly at: number; readonly outcome: 'succeeded' | 'failed' } | null
}

/** A payout with the movements that it consists of. */
export type PayoutEntry = {
  readonly id: string
  readonly payout: Stripe.Payout
  readonly transactionIds: readonly string[]
}

export type EventEntry = {
  readonly id: string
  readonly event: { readonly type: string; readonly created: number } & Record<string, unknown>
  readonly copies: number
  readonly order: 'in-order' | 'reversed'
  readonly delayMs: number
  delivery: 'waiting' | 'held' | 'delivered' | 'given-up'
  attempts: number
}

/** Stored response of an idempotency key, replayed verbatim. */
export type Answer = {
  readonly id: string
  readonly request: string
  readonly status: number
  readonly body: unknown
  readonly requestId: string
}

type Entries<Entry> = Map<string, Entry>

/** All objects of the emulator; none is ever deleted. */
export type Ledger = {
  readonly sessions: Entries<SessionEntry>
  readonly intents: Entries<Stripe.PaymentIntent>
  readonly charges: Entries<Stripe.Charge>
  readonly refunds: Entries<Stripe.Refund>
  readonly disputes: Entries<Stripe.Dispute>
  readonly transactions: Entries<Stripe.BalanceTransaction>
  readonly payouts: Entries<PayoutEntry>
  readonly events: Entries<EventEntry>
  readonly answers: Entries<Answer>
}

export type Persistence = {
  readonly ledger: Ledger
  /** Resolves once all changes so far are durable (fsync). */
  readonly save: () => Promise<void>
  /** Resolves after the saves in progress, for requests that only read. */
  readonly saved: () => Promise<void>
}

const VERSION = 1
const COLLECTIONS = ['sessions', 'intents', 'charges', 'refunds', 'disputes', 'events', 'answers'] as const
/** Not in files of earlier versions. */
const LATER_COLLECTIONS = ['transactions', 'payouts'] as const

type Written = { [Name in keyof Ledger]: Ledger[Name] extends Map<string, infer Entry> ? Entry[] : never }

const ENTRIES = z.array(z.looseObject({ id: z.string() }))

// The file is written atomically by ourselves, so only its version and outline are validated.
const written = z.custom<Written>(
  (it) =>
    z
      .looseObject({
        version: z.literal(VERSION),
        ...Object.fromEntries(COLLECTIONS.map((name) => [name, ENTRIES])),
        ...Object.fromEntries(LATER_COLLECTIONS.map((name) => [name, ENTRIES.optional()])),
      })
      .safeParse(it).success,
)

/** Opens a ledger persisted in a file, or in memory without one. */
export function openLedgerFile(file: string | null): Persistence {
  const ledger = file === null ? toLedger(null) : toLedger(readLedger(file))
  if (file === null) return { ledger, save: () => Promise.resolve(), saved: () => Promise.resolve() }
  mkdirSync(dirname(file), { recursive: true })
  removeDrafts(file)
  return { ledger, ...shareSaves(() => writeLedger(file, ledger)) }
}

/** Removes drafts of a killed process. No other process writes this file. */
function removeDrafts(file: string): void {
  const drafts = readdirSync(dirname(file)).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.part'),
  )
  for (const name of drafts) rmSync(join(dirname(file), name), { force: true })
}

function readLedger(file: string): Written | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const read = written.safeParse(JSON.parse(text))
  if (!read.success) throw new Error(`${file} is no ledger of the Stripe emulator.`)
  return read.data
}

const toMap = <Entry extends { readonly id: string }>(
  entries: readonly Entry[] | undefined,
): Entries<Entry> => new Map(entries?.map((entry) => [entry.id, entry]))

const toLedger = (read: Written | null): Ledger => ({
  sessions: toMap(read?.sessions),
  intents: toMap(read?.intents),
  charges: toMap(read?.charges),
  refunds: toMap(read?.refunds),
  disputes: toMap(read?.disputes),
  transactions: toMap(read?.transactions),
  payouts: toMap(read?.payouts),
  events: toMap(read?.events),
  answers: toMap(read?.answers),
})

async function writeLedger(file: string, ledger: Ledger): Promise<void> {
  const entries = [...COLLECTIONS, ...LATER_COLLECTIONS].map((name) => [name, [...ledger[name].values()]])
  const text = JSON.stringify({ version: VERSION, ...Object.fromEntries(entries) })
  await writeFileAtomically(file, text, 0o600)
}

/** Group commit: calls during a save share the next one, which contains all their changes. */
function shareSaves(write: () => Promise<void>): Pick<Persistence, 'save' | 'saved'> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  return {
    save() {
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = null
          running = write()
          return running
        })
      return next
    },
    saved: () => next ?? running,
  }
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

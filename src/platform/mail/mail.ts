import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { readSmtpUrl, type SmtpServer } from '../config/settings/smtp-url.ts'

export type MailAttachment = {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer | string
  /** Shown inside the letter, as `<img src="cid:…">`, instead of being listed beneath it. */
  readonly cid?: string
}

export type Mail = {
  /** One bare address. */
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /**
   * Without its angle brackets, and the same each time this letter is sent: a server that took it twice shows it once.
   * Letters, digits and `. _ + -` around one `@`.
   */
  readonly messageId: string
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly MailAttachment[]
  readonly replyTo?: string
}

/** A letter before it has a name. */
export type MailContent = Omit<Mail, 'messageId'>

/** Whoever takes our letters. `send` throws a `MailError` for a letter that was not taken. */
export type Mailer = {
  readonly kind: 'smtp' | 'local'
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** A letter that was not taken. It names neither who it was for nor what we sign in with. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly code: string
  /** Nobody can be reached under this address: sending the same letter again is of no use. */
  readonly undeliverable: boolean

  constructor(message: string, { code, undeliverable }: { code: string; undeliverable: boolean }) {
    super(message)
    this.code = code
    this.undeliverable = undeliverable
  }
}

const DEADLINE_MS = 9000
const IDLE_MS = 5000

type SmtpOptions = { readonly url: string; readonly from: string; readonly deadlineMs?: number }

/** Sends through a mail server. A server that says nothing counts as one that is down before ten seconds are over. */
export function createSmtpMailer({ url, from, deadlineMs = DEADLINE_MS }: SmtpOptions): Mailer {
  const server = readSmtpUrl(url)
  const transport = createTransport({
    ...server,
    pool: true,
    maxConnections: 4,
    // A letter that failed goes back to whoever keeps the queue, who waits longer than a connection can.
    maxRequeues: 1,
    idleTimeout: Math.min(IDLE_MS, deadlineMs),
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    dnsTimeout: deadlineMs,
    ...SEALED,
  })
  return {
    kind: 'smtp',
    async send(mail) {
      const email = compose(mail, from)
      try {
        // Each single wait has its own limit; a server that drips its answers is stopped by the limit of the whole.
        await transport.sendMail({ ...email, signal: AbortSignal.timeout(deadlineMs) })
      } catch (error) {
        throw explainFailure(error, mail, secretsOf(server))
      }
    },
    async close() {
      transport.close()
    },
  }
}

// Text and HTML are what they say, never the name of a file or an address to fetch.
const SEALED = { disableFileAccess: true, disableUrlAccess: true, logger: false }

/** Every form in which a server could hand back what we signed in with. */
function secretsOf({ auth }: SmtpServer): string[] {
  if (!auth) return []
  const { user, pass } = auth
  const plain = [pass, user, `\0${user}\0${pass}`]
  return [...plain, ...plain.map((it) => Buffer.from(it).toString('base64')), encodeURIComponent(pass)]
}

function explainFailure(error: unknown, mail: Mail, secrets: readonly string[]): MailError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN'
  const refused = error instanceof Error && 'rejected' in error && Array.isArray(error.rejected)
  const forGood = error instanceof Error && 'permanent' in error && error.permanent === true
  const words = code === 'EABORT' ? 'the mail server took too long' : String(error)
  const masked = [mail.to, ...secrets]
    .filter((secret) => secret !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, '***'), words)
  return new MailError(`mail ${mail.messageId} was not sent (${code}): ${masked}`, {
    code,
    undeliverable: refused && forGood,
  })
}

// The host may be a bare address, as it is on a machine that has no name.
const MESSAGE_ID = /^[A-Za-z0-9][A-Za-z0-9._+-]*@([A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])$/
const MAX_MESSAGE_ID = 200
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u
const MAX_ADDRESS = 254
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/

const isMessageId = (text: string): boolean => text.length <= MAX_MESSAGE_ID && MESSAGE_ID.test(text)

/** A letter as the wire wants it. What guests typed cannot add a line to its head, nor a second addressee. */
function compose(mail: Mail, from: string) {
  if (!isMessageId(mail.messageId)) throw new Error('a message id has the form name@host')
  return {
    from,
    to: soleAddress(mail.to, mail),
    ...(mail.replyTo === undefined ? {} : { replyTo: soleAddress(mail.replyTo, mail) }),
    subject: oneLine(mail.subject),
    messageId: `<${mail.messageId}>`,
    // Machines that answer while their owner is away leave these alone.
    headers: { 'Auto-Submitted': 'auto-generated', ...cleanHeaders(mail.headers ?? {}) },
    text: mail.text,
    html: mail.html,
    textEncoding: 'quoted-printable' as const,
    attachments: (mail.attachments ?? []).map(({ filename, contentType, content, cid }) => ({
      filename: oneLine(filename),
      contentType: oneLine(contentType),
      content,
      ...(cid === undefined ? {} : { cid: oneLine(cid) }),
    })),
  }
}

function soleAddress(address: string, { messageId }: Mail): { name: string; address: string } {
  if (address.length > MAX_ADDRESS || !ADDRESS.test(address))
    throw new MailError(`mail ${messageId} was not sent: its address is none`, {
      code: 'EADDRESS',
      undeliverable: true,
    })
  return { name: '', address }
}

function cleanHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name)) throw new Error('the name of a header has letters, digits and dashes')
    clean[name] = oneLine(value)
  }
  return clean
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

type OutboxOptions = { readonly directory: string; readonly from: string; readonly clock?: () => Date }

const StoredEmail = z.object({
  to: z.string(),
  subject: z.string(),
  sentAt: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(
    z.object({
      filename: z.string(),
      contentType: z.string(),
      cid: z.string().nullable(),
      base64: z.string(),
    }),
  ),
})
type StoredEmail = z.infer<typeof StoredEmail>

/**
 * Sends nothing: each letter is laid into a directory, as an .eml that mail programs open and a .json for our own
 * reading. Both go by the letter's message id, so that one sent twice is there once.
 */
export function createOutboxMailer({ directory, from, clock = () => new Date() }: OutboxOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...SEALED })
  let cleaned: Promise<void> | null = null
  return {
    kind: 'local',
    async send(mail) {
      const email = compose(mail, from)
      const sentAt = clock()
      const { message } = await transport.sendMail({ ...email, date: sentAt })
      if (!Buffer.isBuffer(message)) throw new Error('a letter was not written whole')
      const kept: StoredEmail = {
        to: email.to.address,
        subject: email.subject,
        sentAt: sentAt.toISOString(),
        html: mail.html,
        text: mail.text,
        attachments: email.attachments.map(({ filename, contentType, content, cid = null }) => ({
          filename,
          contentType,
          cid,
          base64: Buffer.from(content).toString('base64'),
        })),
      }
      // Links in letters open reservations: they are for the owner of the server alone.
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await (cleaned ??= removeOldDrafts(directory))
      await writeWhole(join(directory, `${mail.messageId}.eml`), message)
      await writeWhole(join(directory, `${mail.messageId}.json`), JSON.stringify(kept))
    },
    close: async () => undefined,
  }
}

const HOUR_MS = 3_600_000

/** Removes what processes left behind that were killed while they wrote. Another may be writing now. */
async function removeOldDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.part')) continue
    const path = join(directory, name)
    // oxlint-disable-next-line no-await-in-loop -- there are few, once in the life of a process
    const found = await stat(path).catch(() => null)
    // oxlint-disable-next-line no-await-in-loop
    if (found && found.mtimeMs < Date.now() - HOUR_MS) await rm(path, { force: true })
  }
}

async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(content)
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export type OutboxEntry = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly sentAt: Date
}

export type OutboxMail = {
  readonly subject: string
  readonly to: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly {
    readonly filename: string
    readonly contentType: string
    readonly cid: string | null
    readonly content: Buffer
  }[]
}

const NEWEST = 200

/** The letters of the outbox, newest first, and of many only the newest. */
export async function listOutbox(directory: string, atMost = NEWEST): Promise<OutboxEntry[]> {
  const names = await readdir(directory).catch(() => [])
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
  const written = await Promise.all(
    ids.filter(isMessageId).map(async (id) => {
      const found = await stat(join(directory, `${id}.json`)).catch(() => null)
      return { id, at: found?.mtimeMs ?? 0 }
    }),
  )
  const newest = written.toSorted((a, b) => b.at - a.at || b.id.localeCompare(a.id)).slice(0, atMost)
  const entries = await Promise.all(
    newest.map(async ({ id }) => {
      const kept = await readStored(directory, id)
      return kept ? [{ id, to: kept.to, subject: kept.subject, sentAt: new Date(kept.sentAt) }] : []
    }),
  )
  return entries.flat()
}

/** One letter of the outbox; null where there is none under the id, or the id is no name of a letter. */
export async function readOutbox(directory: string, id: string): Promise<OutboxMail | null> {
  const kept = isMessageId(id) ? await readStored(directory, id) : null
  if (!kept) return null
  const { subject, to, html, text, attachments } = kept
  const opened = attachments.map(({ base64, ...rest }) => ({
    ...rest,
    content: Buffer.from(base64, 'base64'),
  }))
  return { subject, to, html, text, attachments: opened }
}

// A letter may be thrown away by hand between the look into the directory and the look into the letter.
async function readStored(directory: string, id: string): Promise<StoredEmail | null> {
  const json = await readFile(join(directory, `${id}.json`), 'utf8').catch(() => null)
  return json === null ? null : StoredEmail.parse(JSON.parse(json))
}

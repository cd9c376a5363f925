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
  /** Inline attachment, referenced as `<img src="cid:…">`. */
  readonly cid?: string
}

export type Mail = {
  /** A single address without a display name. */
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Message-ID without angle brackets. The same for each retry, so that mail servers can drop duplicates. */
  readonly messageId: string
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly MailAttachment[]
  readonly replyTo?: string
}

/** An email before it has a Message-ID. */
export type MailContent = Omit<Mail, 'messageId'>

/** Email transport. `send` throws `MailError` if the email was not accepted. */
export type Mailer = {
  readonly kind: 'smtp' | 'local'
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

/** An email was not accepted. The message contains neither the recipient nor credentials. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly code: string
  /** A permanent failure of this address; a retry is useless. */
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

/** Sends by SMTP. A server that does not respond counts as down before ten seconds have passed. */
export function createSmtpMailer({ url, from, deadlineMs = DEADLINE_MS }: SmtpOptions): Mailer {
  const server = readSmtpUrl(url)
  const transport = createTransport({
    ...server,
    pool: true,
    maxConnections: 4,
    // A failed email goes back to the job queue, whose backoff is longer than a connection lasts.
    maxRequeues: 1,
    idleTimeout: Math.min(IDLE_MS, deadlineMs),
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    dnsTimeout: deadlineMs,
    ...CONTENT_ONLY,
  })
  return {
    kind: 'smtp',
    async send(mail) {
      const email = compose(mail, from)
      try {
        // Each step has its own timeout. The signal limits the whole, in case a server answers one byte at a time.
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

// Text and HTML are content only, never a file name or URL that nodemailer would read.
const CONTENT_ONLY = { disableFileAccess: true, disableUrlAccess: true, logger: false }

/** Every encoding in which a server could echo the credentials. */
function secretsOf({ auth }: SmtpServer): string[] {
  if (!auth) return []
  const { user, pass } = auth
  const plain = [pass, user, `\0${user}\0${pass}`]
  return [...plain, ...plain.map((it) => Buffer.from(it).toString('base64')), encodeURIComponent(pass)]
}

function explainFailure(error: unknown, mail: Mail, secrets: readonly string[]): MailError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN'
  const refused = error instanceof Error && 'rejected' in error && Array.isArray(error.rejected)
  const isPermanent = error instanceof Error && 'permanent' in error && error.permanent === true
  const words = code === 'EABORT' ? 'the mail server took too long' : String(error)
  const masked = [mail.to, ...secrets]
    .filter((secret) => secret !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, '***'), words)
  return new MailError(`mail ${mail.messageId} was not sent (${code}): ${masked}`, {
    code,
    undeliverable: refused && isPermanent,
  })
}

// The host may be an IP address, on a machine without a name.
const MESSAGE_ID = /^[A-Za-z0-9][A-Za-z0-9._+-]*@([A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])$/
const MAX_MESSAGE_ID = 200
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u
const MAX_ADDRESS = 254
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/

const isMessageId = (text: string): boolean => text.length <= MAX_MESSAGE_ID && MESSAGE_ID.test(text)

/** Builds the message. Input from guests cannot add a header line or a second recipient. */
function compose(mail: Mail, from: string) {
  if (!isMessageId(mail.messageId)) throw new Error('a message id has the form name@host')
  return {
    from,
    to: soleAddress(mail.to, mail),
    ...(mail.replyTo === undefined ? {} : { replyTo: soleAddress(mail.replyTo, mail) }),
    subject: oneLine(mail.subject),
    messageId: `<${mail.messageId}>`,
    // Vacation responders do not reply to such emails.
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
 * Writes emails to a directory instead of sending them: an .eml for mail programs and a .json for our outbox page.
 * Both are named by Message-ID, so a retry overwrites the same files.
 */
export function createOutboxMailer({ directory, from, clock = () => new Date() }: OutboxOptions): Mailer {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...CONTENT_ONLY,
  })
  let cleaned: Promise<void> | null = null
  return {
    kind: 'local',
    async send(mail) {
      const email = compose(mail, from)
      const sentAt = clock()
      const { message } = await transport.sendMail({ ...email, date: sentAt })
      if (!Buffer.isBuffer(message)) throw new Error('an email was not written completely')
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
      // Owner only: links in emails give access to reservations.
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await (cleaned ??= removeOldDrafts(directory))
      await writeWhole(join(directory, `${mail.messageId}.eml`), message)
      await writeWhole(join(directory, `${mail.messageId}.json`), JSON.stringify(kept))
    },
    close: async () => undefined,
  }
}

const HOUR_MS = 3_600_000

/** Removes drafts of killed processes. Recent ones may belong to a running process. */
async function removeOldDrafts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.part')) continue
    const path = join(directory, name)
    // oxlint-disable-next-line no-await-in-loop -- few files, once per process
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

/** Emails of the outbox, newest first, up to a limit. */
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

/** One email of the outbox; null if the id is invalid or unknown. */
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

// A file may be deleted by hand between listing and reading.
async function readStored(directory: string, id: string): Promise<StoredEmail | null> {
  const json = await readFile(join(directory, `${id}.json`), 'utf8').catch(() => null)
  return json === null ? null : StoredEmail.parse(JSON.parse(json))
}

import { createTransport } from 'nodemailer'
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
  /** Message-IDs, without angle brackets, that all emails of a thread refer to, the nearest last. No email needs to have one. */
  readonly threadIds?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly MailAttachment[]
  readonly replyTo?: string
}

/** An email before it has a Message-ID. */
export type MailContent = Omit<Mail, 'messageId' | 'threadIds'>

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

/** Text and HTML are content only, never a file name or URL that nodemailer would read. */
export const CONTENT_ONLY = { disableFileAccess: true, disableUrlAccess: true, logger: false }

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

export const isMessageId = (text: string): boolean => text.length <= MAX_MESSAGE_ID && MESSAGE_ID.test(text)

/** Builds the message. Input from guests cannot add a header line or a second recipient. */
export function compose(mail: Mail, from: string) {
  const threadIds = mail.threadIds ?? []
  const nearest = threadIds.at(-1)
  for (const id of [mail.messageId, ...threadIds])
    if (!isMessageId(id)) throw new Error('a message id has the form name@host')
  return {
    from,
    to: soleAddress(mail.to, mail),
    ...(mail.replyTo === undefined ? {} : { replyTo: soleAddress(mail.replyTo, mail) }),
    subject: oneLine(mail.subject),
    messageId: `<${mail.messageId}>`,
    ...(nearest === undefined
      ? {}
      : { inReplyTo: `<${nearest}>`, references: threadIds.map((id) => `<${id}>`) }),
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
    if (!HEADER_NAME.test(name)) throw new Error('the name of a header has only A-Z, a-z, 0-9 and dashes')
    clean[name] = oneLine(value)
  }
  return clean
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { writeFileAtomically } from '../storage/write-file.ts'
import { compose, CONTENT_ONLY, isMessageId, type Mailer } from './mail.ts'

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
      await storeInOutbox({ directory, id: mail.messageId }, kept, { ending: '.eml', content: message })
    },
    close: async () => undefined,
  }
}

/** Directories whose drafts of killed processes were removed by this process. */
const cleaned = new Map<string, Promise<void>>()

/** Stores what would have been sent under its id, after the file for other programs. A retry overwrites the same files. */
export async function storeInOutbox(
  { directory, id }: { readonly directory: string; readonly id: string },
  stored: StoredEmail,
  beside?: { readonly ending: string; readonly content: Buffer },
): Promise<void> {
  // Owner only: links in emails give access to reservations.
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const cleaning = cleaned.get(directory) ?? removeOldDrafts(directory)
  cleaned.set(directory, cleaning)
  await cleaning
  const write = (ending: string, content: Buffer | string): Promise<void> =>
    writeFileAtomically(join(directory, id + ending), content, 0o600)
  if (beside) await write(beside.ending, beside.content)
  await write('.json', JSON.stringify(stored))
}

const HOUR_MS = 3_600_000

/** Removes drafts of killed processes. Recent ones may belong to a running process. */
async function removeOldDrafts(directory: string): Promise<void> {
  const drafts = (await readdir(directory)).filter((name) => name.endsWith('.part'))
  await Promise.all(
    drafts.map(async (name) => {
      const path = join(directory, name)
      const found = await stat(path).catch(() => null)
      if (found && found.mtimeMs < Date.now() - HOUR_MS) await rm(path, { force: true })
    }),
  )
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

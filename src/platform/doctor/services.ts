import { createTransport } from 'nodemailer'
import { type Config, isPublic } from '../config/config.ts'
import { createSmtpMailer } from '../mail/mail.ts'
import { createS3Storage } from '../storage/s3-storage.ts'
import { readSmtpUrl } from '../config/settings/smtp-url.ts'
import { authorizationOf } from '../text-messages/twilio.ts'
import { TEXT_WEBHOOK_PATH } from '../text-messages/types.ts'
import { createDiskStorage, ensureWritable } from '../storage/storage.ts'
import { fail, type CheckResult, reasonOf, warn, pass } from './check-result.ts'

const TIMEOUT_MS = 8000

/** Checks connection and login of the mail server; sends a test email only if an address is given. */
export async function checkMail({ mail, origin }: Config, mailTo: string | null): Promise<CheckResult> {
  if (mail.kind === 'local')
    return isPublic(origin)
      ? warn('Mail', {
          message: 'no email is sent: all are kept as files',
          advice: 'Set SMTP_URL, or guests wait for their confirmations in vain.',
        })
      : pass('Mail', 'emails are kept on this machine')
  const waits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const server = readSmtpUrl(mail.url)
  const transport = createTransport({ ...server, ...waits })
  const where = `${server.host}:${server.port}`
  try {
    await transport.verify()
    if (mailTo === null)
      return pass('Mail', `${where} answers; npm run doctor -- --send-mail ADDRESS sends a test email`)
    await sendTest(mail, mailTo)
    return pass('Mail', `${where} took a test email to ${mailTo}`)
  } catch (error) {
    return fail('Mail', {
      message: `${where} does not take us (${reasonOf(error)})`,
      advice:
        'Check SMTP_URL: name, password, port, and that this machine may reach it; and MAIL_FROM. Emails wait meanwhile.',
    })
  } finally {
    transport.close()
  }
}

async function sendTest(mail: Extract<Config['mail'], { kind: 'smtp' }>, to: string): Promise<void> {
  const mailer = createSmtpMailer({ url: mail.url, from: mail.from ?? to })
  const text = 'A test email of npm run doctor. Nothing has to be done.'
  try {
    await mailer.send({
      to,
      subject: 'Test email',
      text,
      html: `<p>${text}</p>`,
      messageId: `doctor.${crypto.randomUUID()}@${to.split('@')[1] ?? 'localhost'}`,
    })
  } finally {
    await mailer.close()
  }
}

const TEXTS = 'Text messages'
const TWILIO_ADVICE =
  'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, and that this machine may reach TWILIO_API_URL. Emails are sent all the same.'

/** Reads the account at the provider of text messages: reachable, keys accepted, account active. Sends nothing. */
export async function checkTextMessages({ textMessages, origin }: Config): Promise<CheckResult> {
  if (textMessages.kind === 'local')
    return isPublic(origin)
      ? warn(TEXTS, {
          message: 'none is sent: all are kept as files',
          advice:
            'Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM; guests who agreed to texts wait in vain.',
        })
      : pass(TEXTS, 'they are kept on this machine')
  const { apiUrl, accountSid } = textMessages
  try {
    const response = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}.json`, {
      headers: { Authorization: authorizationOf(textMessages) },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer: unknown = await response.json().catch(() => null)
    const status = answer instanceof Object && 'status' in answer ? String(answer.status) : 'unknown'
    if (response.ok && status === 'active')
      return pass(TEXTS, `Twilio takes the keys; it reports to ${origin}${TEXT_WEBHOOK_PATH}`)
    const message = response.ok
      ? `the account at Twilio is ${status}`
      : `Twilio refuses the keys (${response.status})`
    return fail(TEXTS, { message, advice: TWILIO_ADVICE })
  } catch (error) {
    return fail(TEXTS, { message: `Twilio cannot be reached (${reasonOf(error)})`, advice: TWILIO_ADVICE })
  }
}

/** Writes, reads and removes a test object in the configured storage. */
export async function checkStorage({ storage: place, dataDir }: Config): Promise<CheckResult[]> {
  const isBucket = place.kind === 's3'
  // The check of the data directory reports this.
  if (!isBucket && !(await isWritable(dataDir))) return []
  const where = isBucket ? `${place.endpoint}/${place.bucket}` : dataDir
  const storage = isBucket ? createS3Storage(place) : createDiskStorage(dataDir)
  const key = `doctor/${crypto.randomUUID()}`
  try {
    await storage.write(key, Buffer.from('ok'))
    const isSame = (await storage.read(key)).toString() === 'ok'
    await storage.remove(key)
    if (!isSame) throw new Error('what was read is not what was written')
    return [pass('Storage', `${where} can be written, read and cleared`)]
  } catch (error) {
    const trouble = {
      message: `${where} cannot be used (${reasonOf(error)})`,
      advice: isBucket
        ? 'Check S3_ENDPOINT, S3_BUCKET, S3_REGION and the keys, and that they may put, get and delete objects.'
        : 'Give DATA_DIR to the user that runs the server, or set another directory.',
    }
    return [fail('Storage', trouble)]
  }
}

const isWritable = (directory: string): Promise<boolean> =>
  ensureWritable(directory).then(
    () => true,
    () => false,
  )

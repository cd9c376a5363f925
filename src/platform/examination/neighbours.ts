import { createTransport } from 'nodemailer'
import { type Config, isPublic } from '../config.ts'
import { createS3Storage } from '../s3-storage.ts'
import { readSmtpUrl } from '../settings/smtp-url.ts'
import { fail, type Finding, reasonOf, warn, well } from './finding.ts'

const PATIENCE_MS = 8000

/** Whether the mail server answers and takes our name and password. Nothing is sent. */
export async function examineMail({ mail, origin }: Config): Promise<Finding> {
  if (mail.kind === 'local')
    return isPublic(origin)
      ? warn('Mail', {
          says: 'no letter is sent: they are laid into a directory',
          advice: 'Set SMTP_URL, or guests wait for their confirmations in vain.',
        })
      : well('Mail', 'letters are kept on this machine')
  const waits = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS }
  const server = readSmtpUrl(mail.url)
  const transport = createTransport({ ...server, ...waits })
  try {
    await transport.verify()
    return well('Mail', `${server.host}:${server.port} answers`)
  } catch (error) {
    return fail('Mail', {
      says: `${server.host}:${server.port} does not take us (${reasonOf(error)})`,
      advice:
        'Check SMTP_URL: name, password, port, and that this machine may reach it. Letters wait meanwhile.',
    })
  } finally {
    transport.close()
  }
}

/** Whether pictures can be stored where the settings say, written, read and thrown away once. */
export async function examineStorage({ storage }: Config): Promise<Finding> {
  if (storage.kind === 'disk') return well('Pictures', 'on this disk')
  const where = `${storage.endpoint}/${storage.bucket}`
  const bucket = createS3Storage(storage)
  const key = `examination/${crypto.randomUUID()}`
  try {
    await bucket.write(key, Buffer.from('ok'))
    const isSame = (await bucket.read(key)).toString() === 'ok'
    await bucket.remove(key)
    if (!isSame) throw new Error('what was read is not what was written')
    return well('Pictures', `${where} can be written, read and cleared`)
  } catch (error) {
    return fail('Pictures', {
      says: `${where} cannot be used (${reasonOf(error)})`,
      advice: 'Check S3_ENDPOINT, S3_BUCKET and the keys, and that they may put, get and delete objects.',
    })
  }
}

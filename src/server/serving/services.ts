import { join } from 'node:path'
import { loadVenue } from '#features/venue/service.ts'
import type { Config } from '#platform/config/config.ts'
import { createReplica, type Replica } from '#platform/db/connections/replica.ts'
import { type Db, openDatabase } from '#platform/db/db.ts'
import { createOutboxMailer } from '#platform/mail/mail-outbox.ts'
import { createSmtpMailer, type Mailer } from '#platform/mail/mail.ts'
import type { Log } from '#platform/observability/log.ts'
import { createOutboxSender } from '#platform/text-messages/text-outbox.ts'
import { createTwilioSender } from '#platform/text-messages/twilio.ts'
import type { TextMessageSender } from '#platform/text-messages/types.ts'
import { openWallet } from '#platform/wallet/open.ts'
import { createAuth } from '#platform/security/auth.ts'
import { createSignedTokens, loadSigningKey } from '#platform/security/signed-tokens.ts'
import { type Fill, openResources } from '../bootstrap.ts'
import type { Disposers } from './disposers.ts'

type Opening = {
  readonly config: Config
  readonly log: Log
  readonly clock?: (() => Date) | undefined
  readonly fill?: Fill | undefined
}
export type Services = Awaited<ReturnType<typeof openServices>>

/** Opens everything the server needs beside HTTP: the resources, authentication and the mailer. */
export async function openServices({ config, log, clock, fill }: Opening, disposers: Disposers) {
  const resources = await openResources({ config, log, clock, fill }, disposers)
  const { db } = resources.database
  const tokens = createSignedTokens(await loadSigningKey(db))
  const secret = await loadSigningKey(db, 'sessions')
  const auth = createAuth({ db, secret, origin: config.origin, log })
  const mailer = await openMailer({ db }, config)
  disposers.push(() => mailer.close())
  const wallet = openWallet({ ...config, log })
  return { ...resources, db, tokens, auth, mailer, texts: openTextSender(config), wallet }
}

/** Opens the configured read replica; null without one. */
export function openReplica(
  { config, primary, log }: { config: Config; primary: Db; log: Log },
  disposers: Disposers,
): Replica | null {
  if (!config.replica) return null
  const { url, maxLagMs } = config.replica
  const opened = openDatabase(url, { max: config.databasePoolSize })
  const replica = createReplica({ replica: opened, primary, maxLagMs, log })
  disposers.push(() => replica.close())
  return replica
}

/** Opens the configured SMTP mailer, or one that writes to the outbox directory. */
async function openMailer(deps: { readonly db: Db }, { mail, dataDir }: Config): Promise<Mailer> {
  const { name, email } = await loadVenue(deps)
  const from = `"${name.replaceAll(/["\\\r\n]/g, '')}" <${email}>`
  return mail.kind === 'smtp'
    ? createSmtpMailer({ url: mail.url, from: mail.from ?? from })
    : createOutboxMailer({ directory: join(dataDir, 'outbox'), from })
}

/** Opens the configured sender of text messages, or one that writes to the outbox directory. */
const openTextSender = ({ textMessages, dataDir }: Config): TextMessageSender =>
  textMessages.kind === 'twilio'
    ? createTwilioSender(textMessages)
    : createOutboxSender({ directory: join(dataDir, 'outbox') })

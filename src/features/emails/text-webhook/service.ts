import { readReply, readReport } from '#features/emails/text-messages/rules.ts'
import {
  deleteOptOut,
  hashOfPhone,
  insertOptOut,
  type TextDeps,
  writeReport,
} from '#features/emails/text-messages/service.ts'
import { isId } from '#lib/address.ts'
import { toE164 } from '#lib/phone.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { TEXT_WEBHOOK_PATH, type TextMessageSender } from '#platform/text-messages/types.ts'

type Deps = TextDeps & { readonly texts: TextMessageSender }

type Message = {
  readonly query: string
  readonly fields: URLSearchParams
  readonly signature: string
}

/** Meaning of a message of the provider, for the log: it names neither the number nor the words of the guest. */
export type Received = 'delivered' | 'failed' | 'opted_out' | 'opted_in' | 'ignored'

/**
 * Takes a message of the provider: a report about a text, or the reply of a guest. The signature is over the public address,
 * which a proxy may have changed in the request.
 */
export async function receiveTextWebhook(
  deps: Deps,
  { query, fields, signature }: Message,
): Promise<Result<Received, 'bad_signature'>> {
  const url = `${deps.origin}${TEXT_WEBHOOK_PATH}${query}`
  if (!deps.texts.isSigned(url, fields, signature)) return no('bad_signature')
  const status = fields.get('MessageStatus')
  const textId = new URLSearchParams(query).get('text') ?? ''
  if (status === null) return ok(await receiveReply(deps, fields))
  const report = readReport(status, fields.get('ErrorCode'))
  if (!report || !isId(textId)) return ok('ignored')
  return ok((await writeReport(deps.db, textId, { ...report, at: deps.now })) ? report.status : 'ignored')
}

async function receiveReply({ db, now, tokens }: Deps, fields: URLSearchParams): Promise<Received> {
  const phone = toE164(fields.get('From') ?? '')
  const reply = readReply(fields.get('Body') ?? '', fields.get('OptOutType'))
  if (phone === null || reply === 'other') return 'ignored'
  const phoneHash = hashOfPhone(tokens, phone)
  if (reply === 'stop') await insertOptOut(db, phoneHash, now)
  else await deleteOptOut(db, phoneHash)
  return reply === 'stop' ? 'opted_out' : 'opted_in'
}

import { readReply, readReport } from '#features/emails/text-messages/rules.ts'
import {
  deleteOptOut,
  findOptOut,
  hashOfPhone,
  insertOptOut,
  type TextDeps,
  writeReport,
} from '#features/emails/text-messages/service.ts'
import { isId } from '#lib/address.ts'
import { toE164 } from '#lib/phone.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { TEXT_WEBHOOK_PATH, type TextMessageSender } from '#platform/text-messages/types.ts'

/** A message of a guest. */
export type GuestReply = {
  readonly phone: string
  readonly body: string
  /** The provider's id of the message. */
  readonly providerId: string | null
  /** The words also end the texts to this number. */
  readonly isOptOut: boolean
}

type Deps = TextDeps & {
  readonly texts: TextMessageSender
  /** Takes replies that are about more than texts. Features pass it in, so that the queue depends on none. */
  readonly takeReply: (deps: TextDeps, reply: GuestReply) => Promise<'confirmed' | 'answered' | 'stored'>
}

type Message = {
  readonly query: string
  readonly fields: URLSearchParams
  readonly signature: string
}

/** Meaning of a message of the provider, for the log: it names neither the number nor the words of the guest. */
export type Received =
  | 'delivered'
  | 'failed'
  | 'opted_out'
  | 'opted_in'
  | 'confirmed'
  | 'answered'
  | 'stored'
  | 'ignored'

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

const MAX_ID = 64

/** CANCEL ends the texts like STOP, and staff read it: the guest may mean the reservation. */
const isAboutBooking = (body: string): boolean => /^\W*cancel\W*$/i.test(body)

async function receiveReply(deps: Deps, fields: URLSearchParams): Promise<Received> {
  const { db, now, tokens } = deps
  const phone = toE164(fields.get('From') ?? '')
  const body = fields.get('Body') ?? ''
  if (phone === null) return 'ignored'
  const kind = readReply(body, fields.get('OptOutType'))
  const phoneHash = hashOfPhone(tokens, phone)
  const reply = { phone, body, providerId: fields.get('MessageSid')?.slice(0, MAX_ID) ?? null }
  if (kind === 'stop') {
    await insertOptOut(db, phoneHash, now)
    if (isAboutBooking(body)) await deps.takeReply(deps, { ...reply, isOptOut: true })
    return 'opted_out'
  }
  if (kind === 'start' || (kind === 'yes' && (await findOptOut(db, phoneHash)) !== null)) {
    await deleteOptOut(db, phoneHash)
    return 'opted_in'
  }
  // The provider answers HELP itself.
  const isHelp = fields.get('OptOutType')?.toUpperCase() === 'HELP'
  return isHelp || body.trim() === '' ? 'ignored' : deps.takeReply(deps, { ...reply, isOptOut: false })
}

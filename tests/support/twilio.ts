import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TwilioAccount } from '#platform/text-messages/twilio.ts'
import type { TextMessageSender } from '#platform/text-messages/types.ts'
import { whenDone } from './tidy-up.ts'

/** Reply to the next message: an HTTP status with Twilio's code, no answer at all, or a connection that ends without one. */
export type TwilioReply = { readonly status: number; readonly code?: number } | 'hang' | 'lost'

export type FakeTwilio = {
  readonly account: TwilioAccount
  /** Fields of the messages that arrived, in their order. */
  readonly taken: Record<string, string>[]
  /** Replies to the next messages; further ones are accepted. */
  readonly replies: TwilioReply[]
}

/** A server that speaks Twilio's REST API over HTTP. */
export async function startTwilio(): Promise<FakeTwilio> {
  const account = {
    accountSid: `AC${'a'.repeat(32)}`,
    authToken: 'b'.repeat(32),
    from: '+19725550100',
  }
  const fake = { taken: [] as Record<string, string>[], replies: [] as TwilioReply[] }
  const server = createServer((request, response) => void answer(request, response, { ...fake, account }))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  whenDone(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the provider does not listen')
  return { ...fake, account: { ...account, apiUrl: `http://127.0.0.1:${address.port}` } }
}

/** The settings of a server that sends its texts to it. */
export const twilioSettings = ({ account }: FakeTwilio): Record<string, string> => ({
  TWILIO_ACCOUNT_SID: account.accountSid,
  TWILIO_AUTH_TOKEN: account.authToken,
  TWILIO_FROM: account.from,
  TWILIO_API_URL: account.apiUrl,
})

type Fake = Pick<FakeTwilio, 'taken' | 'replies'> & { readonly account: Omit<TwilioAccount, 'apiUrl'> }

async function answer(request: IncomingMessage, response: ServerResponse, fake: Fake): Promise<void> {
  const { accountSid, authToken } = fake.account
  const send = (status: number, body: unknown): void =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  const signedIn = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  if (request.headers.authorization !== signedIn) return send(401, { code: 20003 })
  if (request.url === `/2010-04-01/Accounts/${accountSid}.json`) return send(200, { status: 'active' })
  if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${accountSid}/Messages.json`)
    return send(404, { code: 20404 })
  fake.taken.push(Object.fromEntries(new URLSearchParams(await text(request))))
  const reply = fake.replies.shift() ?? { status: 201 }
  if (reply === 'hang') return
  if (reply === 'lost') return void request.socket.destroy()
  send(reply.status, reply.status === 201 ? { sid: `SM${fake.taken.length}` } : { code: reply.code })
}

/** Takes every message and sends none, for tests of other things. */
export const NO_TEXTS: TextMessageSender = {
  kind: 'local',
  send: async () => null,
  isSigned: () => false,
}

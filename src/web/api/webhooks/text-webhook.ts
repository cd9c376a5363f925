import { receiveTextWebhook } from '#features/emails/text-webhook/service.ts'
import { takeReply } from '#features/reminders/replies/service.ts'
import { withContext } from '#http/context.ts'
import { errorResponse, methodNotAllowed } from '#http/json-response.ts'
import type { Route } from './+types/text-webhook.ts'

const MAX_CHARACTERS = 64 * 1024
/** Tells the provider to answer the guest nothing; it confirms STOP by itself. */
const NO_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'

/** Webhook of the provider of text messages: reports about texts, and the replies of guests. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) => {
  const body = await request.text()
  if (body.length > MAX_CHARACTERS)
    return errorResponse(413, { error: 'too_large', title: 'Error', text: 'This is too large.' })
  const received = await receiveTextWebhook(
    { ...deps, takeReply },
    {
      query: new URL(request.url).search,
      fields: new URLSearchParams(body),
      signature: request.headers.get('X-Twilio-Signature') ?? '',
    },
  )
  if (!received.ok) {
    deps.log.warn({ event: 'texts.webhook_rejected' }, 'a message of the text provider was rejected')
    return errorResponse(403, {
      error: received.reason,
      title: 'Error',
      text: 'The signature is not valid.',
    })
  }
  deps.log.info({ event: 'texts.reported', meaning: received.value }, 'the text provider sent a message')
  return new Response(NO_ANSWER, {
    headers: { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' },
  })
})

export const loader = methodNotAllowed('POST')

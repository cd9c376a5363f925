import { escapeHtml } from '#lib/text/escape-html.ts'
import { storeInOutbox } from '../mail/mail-outbox.ts'
import type { TextMessageSender } from './types.ts'

type OutboxOptions = { readonly directory: string; readonly clock?: () => Date }

/** Stores text messages in the outbox beside the emails instead of sending them. No provider signs anything for it. */
export const createOutboxSender = ({
  directory,
  clock = () => new Date(),
}: OutboxOptions): TextMessageSender => ({
  kind: 'local',
  async send({ to, body, id }) {
    const html = escapeHtml(body).replaceAll(/https?:\/\/\S+/g, (link) => `<a href="${link}">${link}</a>`)
    await storeInOutbox(
      { directory, id: `${id}@text` },
      {
        to,
        subject: 'Text message',
        sentAt: clock().toISOString(),
        html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Text message</title><body style="font:1rem/1.5 system-ui;max-width:24rem;margin:2rem auto;overflow-wrap:anywhere">${html}</body></html>`,
        text: body,
        attachments: [],
      },
    )
    return null
  },
  isSigned: () => false,
})

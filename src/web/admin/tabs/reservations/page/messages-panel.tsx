import type { MessageHistory } from '#features/emails/history/schema.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { Panel } from '#ui/admin/panel.tsx'
import { messageName, messageState, textsState } from './message-copy.ts'

/** Emails and texts to the guest, latest first, and whether the guest gets texts. */
export const MessagesPanel = ({ messages: { messages, texts } }: { messages: MessageHistory }) => (
  <Panel>
    <h3 className="text-lg">Messages</h3>
    <p className="mt-1 text-sm text-sand">{textsState(texts)}</p>
    {messages.length === 0 ? <p className="mt-2 text-dune">No email or text yet.</p> : null}
    <ol aria-label="Emails and texts" className="mt-2 empty:hidden">
      {messages.map((message) => (
        <li
          key={`${message.channel} ${message.kind} ${message.at}`}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-bark py-1.5 last:border-0"
        >
          <span>{messageName(message)}</span>
          <time dateTime={message.at} className="text-sm text-dune">
            {shownMoment(message.at)}
          </time>
          <span className={`basis-full text-sm ${message.state === 'failed' ? 'text-rose' : 'text-sand'}`}>
            {messageState(message)}
          </span>
        </li>
      ))}
    </ol>
  </Panel>
)

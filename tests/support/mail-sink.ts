import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type TakenMail = { readonly to: readonly string[]; readonly raw: string }

export type MailSink = {
  readonly port: number
  readonly taken: readonly TakenMail[]
  close(): Promise<void>
}

/** A mail server that stores each email; `options` make it refuse, require a password, or reuse a port. */
export async function openMailSink({
  port = 0,
  ...options
}: SMTPServerOptions & { port?: number } = {}): Promise<MailSink> {
  const taken: TakenMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        taken.push({ to, raw: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  if (typeof address !== 'object' || !address) throw new Error('the mail sink does not listen')
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
    })
  return { port: address.port, taken, close }
}

/** The parsed header of an email: folded lines joined, encoded words decoded. */
export function headOf(raw: string): Map<string, string> {
  const [head = ''] = raw.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => [line.split(':')[0] ?? '', decodeWords(line.slice(line.indexOf(':') + 1).trim())]),
  )
}

const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) => unquote(word.replaceAll('_', ' ')))

/** Decodes quoted-printable text. */
export const unquote = (text: string): string =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

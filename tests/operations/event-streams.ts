import { type IncomingMessage, request } from 'node:http'

/** The maximum of open streams for one address. */
const EACH = 40

export type Stream = {
  readonly notified: () => string
  readonly isOver: () => boolean
  close(): void
}

type Options = { readonly port: number; readonly path: string; readonly count: number }

/** Opens event streams from as many addresses as the limit requires, and waits for an event on each. */
export const openStreams = ({ port, path, count }: Options): Promise<Stream[]> =>
  Promise.all(
    Array.from({ length: count }, (_, number) =>
      openStream({ port, path, address: `127.8.0.${Math.floor(number / EACH) + 1}` }),
    ),
  )

const openStream = ({ port, path, address }: { port: number; path: string; address: string }) =>
  new Promise<Stream>((resolve, reject) => {
    let notified = ''
    let isOver = false
    const headers = { Accept: 'text/event-stream', 'Accept-Encoding': 'gzip, br' }
    const asking = request(
      { host: '127.0.0.1', localAddress: address, port, path, headers, agent: false },
      (answer: IncomingMessage) => {
        if (answer.statusCode !== 200) reject(new Error(`a stream was refused: ${answer.statusCode}`))
        answer.on('data', (chunk: Buffer) => {
          notified += chunk.toString()
          resolve({ notified: () => notified, isOver: () => isOver, close: () => asking.destroy() })
        })
        answer.on('close', () => (isOver = true)).on('error', () => undefined)
      },
    )
    asking.once('error', reject)
    asking.end()
  })

import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Probe = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | null
}
export type Answered = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 24 })
const PATIENCE_MS = 15_000

/** Sends a request as it is: nothing is tidied up on the way, as `fetch` would. */
export const sendRaw = (
  origin: string,
  { method, path, headers = {}, body = null }: Probe,
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const length: Record<string, string> =
      body === null || method === 'GET' || method === 'HEAD'
        ? {}
        : { 'Content-Length': String(Buffer.byteLength(body)) }
    const asked = request(
      { agent, host: hostname, port, method, path, headers: { ...length, ...headers }, timeout: PATIENCE_MS },
      (response) => {
        const { statusCode: status = 0, headers: told } = response
        // A line that stays open has been answered by its head.
        if (told['content-type']?.startsWith('text/event-stream')) {
          asked.destroy()
          return resolve({ status, headers: told, text: '' })
        }
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status, headers: told, text: Buffer.concat(chunks).toString('utf8') }),
        )
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', reject)
    asked.end('Content-Length' in length ? body : undefined)
  })

/** Does the work for each, so many at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, in each of the lines
      for (const [index, item] of queue) await work(item, index)
    }),
  )
}

const TRACE =
  /\n\s+at .+:\d+|node_modules\/|\.(ts|tsx|js|mjs):\d+:\d+|violates \w+[- ]?\w* constraint|syntax error at or near|invalid byte sequence|invalid input syntax|SQLSTATE/

/** What must never be answered, whatever was asked; null where the answer is fine. */
export function faultIn({ status, text }: Answered): string | null {
  if (status >= 500) return `status ${status}`
  const trace = TRACE.exec(text)
  return trace ? `tells of its inside: ${trace[0].trim().slice(0, 80)}` : null
}

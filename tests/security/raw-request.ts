import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Probe = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | null
}
export type RawResponse = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 24 })
const TIMEOUT_MS = 15_000

/** Sends a request byte for byte: `fetch` would normalise it. */
export const sendRaw = (
  origin: string,
  { method, path, headers = {}, body = null }: Probe,
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const length: Record<string, string> =
      body === null || method === 'GET' || method === 'HEAD'
        ? {}
        : { 'Content-Length': String(Buffer.byteLength(body)) }
    const asked = request(
      { agent, host: hostname, port, method, path, headers: { ...length, ...headers }, timeout: TIMEOUT_MS },
      (response) => {
        const { statusCode: status = 0, headers: told } = response
        // The response of an event stream is complete with its head.
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

/** Runs the work for each item with limited concurrency. */
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

/** A violation in the response to any request: status 500, a stack trace or an SQL error; null where there is none. */
export function violationIn({ status, text }: RawResponse): string | null {
  if (status >= 500) return `status ${status}`
  const trace = TRACE.exec(text)
  return trace ? `tells of its inside: ${trace[0].trim().slice(0, 80)}` : null
}

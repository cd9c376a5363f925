import { connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

export type Line = {
  readonly port: number
  /** Latency of every byte, in each direction. */
  delayMs: number
  /** Resets every open connection, like a network that drops them. */
  reset(): void
  /** The number of open connections. */
  readonly count: () => number
}

const lines: (() => void)[] = []
afterAll(() => {
  for (const close of lines) close()
})

type Target = { readonly port: number; readonly host?: string } | { readonly path: string }

/** A TCP proxy to a server, with latency and a way to cut its connections. */
export async function openLine(target: Target): Promise<Line> {
  const ends = new Set<Socket>()
  const line = { port: 0, delayMs: 0, reset: () => cut(), count: () => ends.size / 2 }
  const cut = (): void => {
    for (const end of ends) reset(end)
  }
  const server = createServer((near) => {
    const far = connect(target)
    for (const end of [near, far]) {
      ends.add(end)
      end.setNoDelay(true)
      end.on('close', () => ends.delete(end)).on('error', () => undefined)
    }
    carry(near, far, line)
    carry(far, near, line)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  line.port = typeof address === 'object' && address ? address.port : 0
  lines.push(() => {
    server.close()
    cut()
  })
  return line
}

// Only TCP connections can be reset; a Unix socket is closed.
const reset = (end: Socket): void => void (end.remoteAddress ? end.resetAndDestroy() : end.destroy())

/** Forwards data in one direction, in order, with the proxy's latency. */
function carry(from: Socket, to: Socket, line: { readonly delayMs: number }): void {
  const later = (work: () => void): void => void (line.delayMs > 0 ? setTimeout(work, line.delayMs) : work())
  from.on('data', (chunk: Buffer) => later(() => to.writable && to.write(chunk)))
  from.on('end', () => later(() => to.end()))
  from.on('close', (hadError) => (hadError ? reset(to) : later(() => to.destroySoon())))
}

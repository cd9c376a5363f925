import { connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

export type Line = {
  readonly port: number
  /** How long every byte is under way, each way. */
  delayMs: number
  /** Cuts every connection that stands, as a network does that forgets them: with a reset. */
  reset(): void
  /** How many connections stand. */
  readonly count: () => number
}

const lines: (() => void)[] = []
afterAll(() => {
  for (const close of lines) close()
})

type Target = { readonly port: number; readonly host?: string } | { readonly path: string }

/** A line to a server that can be made long, and can be cut. */
export async function openLine(target: Target): Promise<Line> {
  const ends = new Set<Socket>()
  const line = { port: 0, delayMs: 0, reset: () => cut(), count: () => ends.size / 2 }
  const cut = (): void => {
    for (const end of ends) hangUp(end)
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

// Only what goes by the network can be reset; a socket in the file system is just closed.
const hangUp = (end: Socket): void => void (end.remoteAddress ? end.resetAndDestroy() : end.destroy())

/** Carries what one end says to the other, in order, as late as the line is long. */
function carry(from: Socket, to: Socket, line: { readonly delayMs: number }): void {
  const later = (work: () => void): void => void (line.delayMs > 0 ? setTimeout(work, line.delayMs) : work())
  from.on('data', (chunk: Buffer) => later(() => to.writable && to.write(chunk)))
  from.on('end', () => later(() => to.end()))
  from.on('close', (hadError) => (hadError ? hangUp(to) : later(() => to.destroySoon())))
}

import { createServer } from 'node:http'
import type { Picture } from './browser-visit.ts'

type BarePage = { readonly url: string; readonly close: () => Promise<void> }

/** Baseline for comparison: a bare Node server whose page has one heading and the same image in the same place. */
export async function openBarePage({ url, left, top, width, height }: Picture): Promise<BarePage> {
  const picture = await fetch(url, { headers: { Accept: 'image/avif,image/webp,*/*' } })
  const type = picture.headers.get('Content-Type') ?? ''
  const bytes = Buffer.from(await picture.arrayBuffer())
  const html = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Bare</title>
<style>body { background: #120b08; color: #f6ead7 } h1 { margin: 1rem }
img { position: absolute; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; object-fit: cover; z-index: -1 }</style>
<h1>A bare page</h1><img src="/picture" alt="" fetchpriority="high">`
  const server = createServer(({ url: path }, outgoing) => {
    const [contentType, body] =
      path === '/picture'
        ? [type, bytes]
        : ['text/html; charset=utf-8', Buffer.from(path === '/' ? html : '')]
    outgoing.writeHead(200, { 'Content-Type': contentType, 'Content-Length': body.length })
    outgoing.end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://localhost:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

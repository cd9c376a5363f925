// Baseline for bench:http: a Node server that sends the same bytes and headers from memory for every request.
import { createServer } from 'node:http'
import process from 'node:process'

const [port, source, path] = process.argv.slice(2)
const { brotliCompressSync, constants } = await import('node:zlib')

/** Enough visits to see every variant of a page: the bytes of a page with several do not stay in a processor's cache either. */
const VISITS = 200
const pages = new Set()
for (let visit = 0; visit < VISITS; visit += 1) {
  // oxlint-disable-next-line no-await-in-loop -- one visit after the other
  const response = await fetch(new URL(path, source), { headers: { 'Accept-Encoding': 'identity' } })
  // oxlint-disable-next-line no-await-in-loop
  pages.add(await response.text())
}
const answers = [...pages].map((page) => {
  const body = brotliCompressSync(Buffer.from(page), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
  })
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': body.length,
  }
  return { headers, body }
})

createServer((_request, outgoing) => {
  const { headers, body } = answers[Math.floor(Math.random() * answers.length)]
  outgoing.writeHead(200, headers)
  outgoing.end(body)
}).listen(Number(port), () => process.stdout.write(`listening with ${answers.length} variants\n`))

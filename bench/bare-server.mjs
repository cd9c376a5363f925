// Baseline for bench:http: a Node server that sends the same bytes and headers from memory for every request.
import { createServer } from 'node:http'
import process from 'node:process'

const [port, source, path] = process.argv.slice(2)
const response = await fetch(new URL(path, source), { headers: { 'Accept-Encoding': 'identity' } })
const { brotliCompressSync, constants } = await import('node:zlib')
const body = brotliCompressSync(Buffer.from(await response.arrayBuffer()), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
})
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Encoding': 'br',
  'Content-Length': body.length,
}

createServer((_request, outgoing) => {
  outgoing.writeHead(200, headers)
  outgoing.end(body)
}).listen(Number(port), () => process.stdout.write('listening\n'))

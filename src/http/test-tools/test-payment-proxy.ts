import type { Context } from 'hono'

const REQUEST_HEADERS = ['content-type', 'accept', 'accept-language']
const RESPONSE_HEADERS = [
  'content-type',
  'location',
  'content-security-policy',
  'cache-control',
  'referrer-policy',
]

/** Proxies requests to the pages of the test payment provider, which listens on localhost only. */
export const proxyToTestProvider =
  (providerUrl: string) =>
  async (c: Context): Promise<Response> => {
    const { pathname, search } = new URL(c.req.url)
    const { method } = c.req
    const response = await fetch(new URL(pathname + search, providerUrl), {
      method,
      headers: pick(c.req.raw.headers, REQUEST_HEADERS),
      redirect: 'manual',
      ...(method === 'POST' ? { body: await c.req.arrayBuffer() } : {}),
    })
    return new Response(await response.arrayBuffer(), {
      status: response.status,
      headers: pick(response.headers, RESPONSE_HEADERS),
    })
  }

const pick = (headers: Headers, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

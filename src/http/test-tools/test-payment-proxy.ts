import type { Context } from 'hono'

const PASSED_ON = ['content-type', 'accept', 'accept-language']
const PASSED_BACK = [
  'content-type',
  'location',
  'content-security-policy',
  'cache-control',
  'referrer-policy',
]

/** Hands a guest on to the pages of the test provider, which listens on this machine only. */
export const proxyToTestProvider =
  (providerUrl: string) =>
  async (c: Context): Promise<Response> => {
    const { pathname, search } = new URL(c.req.url)
    const { method } = c.req
    const answered = await fetch(new URL(pathname + search, providerUrl), {
      method,
      headers: pick(c.req.raw.headers, PASSED_ON),
      redirect: 'manual',
      ...(method === 'POST' ? { body: await c.req.arrayBuffer() } : {}),
    })
    return new Response(await answered.arrayBuffer(), {
      status: answered.status,
      headers: pick(answered.headers, PASSED_BACK),
    })
  }

const pick = (headers: Headers, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

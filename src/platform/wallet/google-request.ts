import { z } from 'zod'
import { parseJson } from '#lib/text/parse-json.ts'

const DEADLINE_MS = 9000

/** A request that Google refused or did not answer. The message names neither a guest nor a token. */
export class GoogleWalletError extends Error {
  override readonly name = 'GoogleWalletError'
}

export type Answer = { readonly status: number; readonly reason: string; readonly body: unknown }

/** Errors of the API have a status in words, those of the token service an error code. */
const failure = z.object({
  error: z.union([z.string(), z.object({ status: z.string() }).transform(({ status }) => status)]),
})

type Options = { readonly method: string; readonly headers?: HeadersInit; readonly body?: BodyInit }

/** Sends a request to Google. Throws where there is no answer. */
export async function ask(url: string, options: Options): Promise<Answer> {
  const { status, text } = await send(url, options)
  const body = parseJson(text)
  return { status, reason: failure.safeParse(body).data?.error ?? 'no reason given', body }
}

async function send(url: string, options: Options): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const response = await fetch(url, { ...options, redirect: 'error', signal })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    throw new GoogleWalletError(`${new URL(url).host} cannot be reached`, { cause: error })
  }
}

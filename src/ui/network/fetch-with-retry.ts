const RETRY_AFTER_MS = 500

/** Reads an address, and once more if the connection or the server failed. Other statuses are answers. */
export async function fetchWithRetry(url: string, init: RequestInit): Promise<Response> {
  const first = await fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    return null
  })
  if (first && first.status < 500) return first
  await new Promise((resolve) => {
    setTimeout(resolve, RETRY_AFTER_MS)
  })
  return fetch(url, init)
}

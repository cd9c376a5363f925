type UploadRequest = {
  readonly method: string
  readonly body: string | Blob | null
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Upload with progress events, which only XMLHttpRequest has. The result is a `Response`, as from `fetch`. */
export const sendWithProgress = (
  path: string,
  { method, body, headers, signal }: UploadRequest,
  onProgress: (share: number) => void,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'text'
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const headersOf = { 'Content-Type': request.getResponseHeader('Content-Type') ?? 'text/plain' }
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf }))
    })
    request.addEventListener('error', () => reject(new TypeError('The connection was lost.')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) return request.abort()
    request.send(body)
  })

type Found = { readonly body: ReadableStream; readonly size: number }

/** Response with a guest's own picture: never cached, and sandboxed against scripts inside it. */
export const privatePicture = ({ body, size }: Found): Response =>
  new Response(body, {
    headers: {
      'Content-Type': 'image/jpeg',
      'Content-Length': String(size),
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex, nofollow',
    },
  })

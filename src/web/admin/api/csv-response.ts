/** CSV as a download, whole or as a stream. Never stored: it has names of guests, or figures. */
export const csvResponse = (body: string | ReadableStream<Uint8Array>, fileName: string): Response =>
  new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  })

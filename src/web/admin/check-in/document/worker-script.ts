import { checkInAssets } from 'virtual:check-in-assets'
import { withContext } from '#http/context.ts'

/** Script of the service worker: the files of this build, and the code that keeps them. Another build is another script. */
export const loader = withContext(async () => {
  const { files, worker } = checkInAssets
  if (worker === null) return new Response('Not found\n', { status: 404 })
  const text = `self.checkInFiles = ${JSON.stringify(files)}\nimportScripts(${JSON.stringify(worker)})\n`
  return new Response(text, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Service-Worker-Allowed': '/admin/door',
      'Cache-Control': 'no-store',
    },
  })
})

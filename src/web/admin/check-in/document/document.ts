import { checkInAssets } from 'virtual:check-in-assets'
import { contentSecurityPolicy } from '#http/security/security-headers.ts'
import { withContext } from '#http/context.ts'

/** Chrome and Firefox compile the decoder of the camera only with this; Safari needs nothing. */
const WASM = "'wasm-unsafe-eval'"

/** The refresh runtime of a development server is an inline script, and inserts its styles. */
const DEV_SOURCES = import.meta.env.DEV ? ["'unsafe-inline'"] : []

/**
 * The document of the check-in screen. It is the same for every account and holds no data, so that a device can store it
 * and open it without a network.
 */
export const loader = withContext(async ({ origin }) => {
  const { script, styles } = checkInAssets
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#120b08">
<meta name="robots" content="noindex">
<title>Check-in</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/admin/door/app.webmanifest" crossorigin="use-credentials">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body>
<div id="check-in"></div>
<script type="module" src="${script}"></script>
</body>
</html>
`
  const policy = contentSecurityPolicy(
    { scripts: [WASM, ...DEV_SOURCES], styles: DEV_SOURCES },
    origin.startsWith('https:'),
  )
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
      'Cache-Control': 'no-store',
    },
  })
})

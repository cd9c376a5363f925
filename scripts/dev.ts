/** `npm run dev`: development server with hot reloading. */
import { createServer } from 'vite'
import { freePort } from './free-port.ts'

process.env['NODE_ENV'] = 'development'

// Vite's own port for changes is the same for all its servers, and of two only the first would tell its pages of them.
const vite = await createServer({
  server: { middlewareMode: true, hmr: { port: await freePort() } },
  appType: 'custom',
})
const { openApp } = await vite.ssrLoadModule('/src/server/server.ts')
const { readConfig } = await vite.ssrLoadModule('/src/platform/config/config.ts')

const app = await openApp({
  config: readConfig({ LOG_LEVEL: 'warn', ...process.env }),
  build: () => vite.ssrLoadModule('virtual:react-router/server-build'),
  clientDir: null,
  wrap: (listener: (...args: unknown[]) => void) => (request: never, response: never) =>
    vite.middlewares(request, response, () => listener(request, response)),
})
process.stdout.write(`Open on ${app.origin}\n`)

process.once('SIGINT', () => {
  void Promise.all([vite.close(), app.stop()]).then(() => process.exit(0))
})

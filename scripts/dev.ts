/** The server for whoever works on it: screens reload as their files are saved. `npm run dev`. */
import { createServer } from 'vite'

process.env['NODE_ENV'] = 'development'

const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
const { openHouse } = await vite.ssrLoadModule('/src/server.ts')
const { readConfig } = await vite.ssrLoadModule('/src/platform/config.ts')

const house = await openHouse({
  config: readConfig({ LOG_LEVEL: 'warn', ...process.env }),
  build: () => vite.ssrLoadModule('virtual:react-router/server-build'),
  clientDir: null,
  wrap: (listener: (...args: unknown[]) => void) => (request: never, response: never) =>
    vite.middlewares(request, response, () => listener(request, response)),
})
process.stdout.write(`Open on ${house.origin}\n`)

process.once('SIGINT', () => {
  void Promise.all([vite.close(), house.stop()]).then(() => process.exit(0))
})

import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // Lazy discovery sends the browser only the routes it links to. The full manifest, with staff and API routes, would be
  // downloaded by every guest.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config

import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // A page names only the addresses it leads to: the table of all of them, staff's and machines' included, would weigh on
  // every guest's phone.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config

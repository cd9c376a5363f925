import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The few public addresses are known up front: no page asks for the route table a second time.
  routeDiscovery: { mode: 'initial' },
} satisfies Config

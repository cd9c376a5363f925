/** Runs the built server. The compile cache saves most of the time that its modules take to load at the next start. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Without the right to write there, the server starts as fast as the cache that the build filled lets it.
enableCompileCache(fileURLToPath(new URL('../build/.compile-cache', import.meta.url)))
const { run } = await import('../build/server/index.js')
await run()

/** Loads the modules of the built server once, so that the first start finds them in the compile cache (serve.mjs). */
import { readdirSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const BUILD = new URL('../build/', import.meta.url)

enableCompileCache(fileURLToPath(new URL('.compile-cache', BUILD)))
const roles = readdirSync(new URL('server/assets/', BUILD)).filter((it) =>
  /^(primary|worker|child-task)-/.test(it),
)
await Promise.all(roles.map((name) => import(new URL(`server/assets/${name}`, BUILD).href)))
flushCompileCache()
process.exit()

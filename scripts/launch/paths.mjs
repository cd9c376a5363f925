import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const PINNED_NODE = join(ROOT, 'node_modules/node/bin/node')

export const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

export const pinnedEnv = () => ({
  NODE_ENV: 'production',
  ...process.env,
  PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
})

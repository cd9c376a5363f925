import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PINNED_NODE, pinnedEnv, readIfThere, ROOT } from './paths.mjs'
import { fail, runQuietly, runStep } from './steps.mjs'

const STAMP = join(ROOT, 'build/.built')

/** Inputs of the build; a change in any of them triggers a new one. */
const INPUTS = [
  'src',
  'db/seed',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'vite.documents.ts',
  'vite.page-styles.ts',
  'react-router.config.ts',
  'scripts/page-styles.ts',
  'scripts/staff-code-on-site.ts',
  'tsconfig.json',
]
/** Tests, and the pictures and texts that a new database is filled with. */
const NOT_BUILT = /\.test\.tsx?$|^db\/seed\/.*\.(webp|avif|json)$/

export const isBuilt = () => readIfThere(STAMP) === fingerprint(INPUTS)

export async function build() {
  const wanted = fingerprint(INPUTS)
  await runStep({ doing: 'Building', done: () => 'Built' }, async () => {
    await runPinned('The build failed', [join(ROOT, 'node_modules/@react-router/dev/bin.cjs'), 'build'])
    await Promise.all([
      runPinned('The built files could not be compressed', ['scripts/compress-assets.ts']),
      runPinned('The built server could not be loaded', ['scripts/fill-compile-cache.mjs']),
    ])
    mkdirSync(join(ROOT, 'build'), { recursive: true })
    writeFileSync(STAMP, wanted)
  })
}

async function runPinned(problem, args) {
  const { isDone, output } = await runQuietly(PINNED_NODE, args, { cwd: ROOT, env: pinnedEnv() })
  if (!isDone) fail(`${problem}:\n${output}`)
}

/** Hashes the content of files and folders. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((it) => filesIn(join(ROOT, it))).toSorted()) {
    hash.update(path.slice(ROOT.length)).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !NOT_BUILT.test(relative(ROOT, file).replaceAll('\\', '/')))
}

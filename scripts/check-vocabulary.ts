/** Fails on words that docs/glossary.md replaces, in identifiers, comments and docs of the repository. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { violations } from './vocabulary/scan.ts'

const READ = /^(?:src|tests|bench|scripts|db)\/.*\.(?:tsx?|mjs|sql|css)$|\.md$|^\.env\.example$/
const UNREAD =
  /^db\/migrations\/|^tests\/(?:former-names|standard-names-migration)\.test\.ts$|\/db-types\.ts$|^scripts\/vocabulary\/|^tests\/vocabulary\.test\.ts$|\/fonts\//

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
const paths = listed.split('\n').filter((it) => READ.test(it) && !UNREAD.test(it))
const prefixes = process.argv.slice(2)
const isNamed = (path: string): boolean => prefixes.length === 0 || prefixes.some((it) => path.startsWith(it))

const found = paths.filter(isNamed).flatMap((path) => violations(path, readFileSync(path, 'utf8')))
for (const { path, line, word, use } of found) {
  process.stdout.write(`${path}:${line} "${word}": use ${use}\n`)
}
process.stdout.write(`${found.length} words of the private vocabulary\n`)
process.exitCode = found.length > 0 ? 1 : 0

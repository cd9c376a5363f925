import { readFileSync } from 'node:fs'
import routes from '../../src/web/routes.ts'

type Entry = {
  readonly path?: string
  readonly index?: boolean
  readonly file: string
  readonly children?: readonly Entry[]
}

/** One URL pattern of the router's table. */
export type Address = {
  readonly path: string
  readonly file: string
  readonly acts: boolean
  readonly reads: boolean
}

const readsOf = (file: string): string => readFileSync(`src/web/${file}`, 'utf8')

function addressesOf(entries: readonly Entry[], above = ''): Address[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const full = path === undefined ? above : `${above}/${path}`
    if (children) return addressesOf(children, full)
    const source = readsOf(file)
    const exported = (name: string): boolean =>
      new RegExp(`export (const|async function|function) ${name}\\b`).test(source)
    const isPage = source.includes('export default')
    return [
      {
        path: index ? above || '/' : full,
        file,
        acts: exported('action'),
        reads: isPage || exported('loader'),
      },
    ]
  })
}

/** Every URL pattern of the router, whether it has an action, and whether it can be read. */
export const ADDRESSES: readonly Address[] = addressesOf(routes)

/** The URL with its parameters filled in; parameters without a value name a missing row. */
export const fillIn = (path: string, params: Readonly<Record<string, string>>): string =>
  path
    .replaceAll(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(params[name] ?? 'nothing'))
    .replace(/\*$/, 'nowhere')

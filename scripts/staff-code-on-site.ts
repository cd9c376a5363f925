/** Modules of the staff area. */
export const STAFF_MODULE = /src[\\/](web[\\/]admin|ui[\\/]admin)[\\/]/
/** Script of the public site. */
export const SITE_ENTRY = 'src/web/site/site.client.ts'

type Chunk = {
  readonly fileName: string
  /** Module that the chunk is the entry of; null for a chunk of shared modules. */
  readonly facadeModuleId: string | null
  readonly moduleIds: readonly string[]
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
}

/** Problems of a client bundle in which the site's script, or an island, would load a module of the staff area. */
export function findStaffCodeOnSite(bundle: readonly Chunk[]): string[] {
  const chunks = new Map(bundle.map((chunk) => [chunk.fileName, chunk]))
  const script = bundle.find(({ facadeModuleId }) => facadeModuleId?.endsWith(SITE_ENTRY))
  if (!script) return [`The bundle has no ${SITE_ENTRY}.`]
  const files = new Set([script.fileName])
  const problems: string[] = []
  for (const file of files) {
    const { moduleIds = [], imports = [], dynamicImports = [] } = chunks.get(file) ?? {}
    const stray = moduleIds.find((id) => STAFF_MODULE.test(id))
    if (stray !== undefined) problems.push(`The public site would load the staff module ${stray} in ${file}.`)
    for (const next of [...imports, ...dynamicImports]) files.add(next)
  }
  return problems
}

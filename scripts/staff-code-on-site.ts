export const STAFF_MODULE = /src[\\/](web[\\/]admin|ui[\\/]admin)[\\/]/
const PUBLIC_ENTRY = /src[\\/]web[\\/](site[\\/]|root|entry\.client)/

type Chunk = {
  readonly fileName: string
  /** Module that the chunk is the entry of; null for a chunk of shared modules. */
  readonly facadeModuleId: string | null
  readonly moduleIds: readonly string[]
  readonly imports: readonly string[]
}

/** Staff modules that a page loads together with its own code. */
function findStaffCodeOfPage(page: Chunk, chunks: ReadonlyMap<string, Chunk>): string[] {
  const files = new Set([page.fileName])
  const problems: string[] = []
  for (const file of files) {
    const chunk = chunks.get(file)
    const stray = chunk?.moduleIds.find((id) => STAFF_MODULE.test(id))
    if (stray !== undefined)
      problems.push(`The public page ${page.facadeModuleId} would load the staff module ${stray} in ${file}.`)
    for (const next of chunk?.imports ?? []) files.add(next)
  }
  return problems
}

/** Problems of a client bundle in which a public page would load a module of the staff area. */
export function findStaffCodeOnSite(bundle: readonly Chunk[]): string[] {
  const chunks = new Map(bundle.map((chunk) => [chunk.fileName, chunk]))
  const pages = bundle.filter(({ facadeModuleId }) => PUBLIC_ENTRY.test(facadeModuleId ?? ''))
  return pages.flatMap((page) => findStaffCodeOfPage(page, chunks))
}

type Props = {
  /** URLs of the imports of a script, or of an island. */
  readonly modules: readonly string[]
  readonly script?: string
}

/**
 * Has the browser ask for a script and all modules that it imports at once: each one that it learns of from another is a round trip
 * more, of half a second on a slow connection. Such a script runs as soon as it is there, in a task of its own. The elements are a text
 * because React would move them to the head, before the first picture.
 */
export const ModuleScripts = ({ modules, script }: Props) => {
  const preloads = modules.map((it) => `<link rel="modulepreload" href="${it}" fetchpriority="low">`).join('')
  const start =
    script === undefined ? '' : `<script type="module" async src="${script}" fetchpriority="low"></script>`
  return preloads + start === '' ? null : (
    <div hidden dangerouslySetInnerHTML={{ __html: preloads + start }} />
  )
}

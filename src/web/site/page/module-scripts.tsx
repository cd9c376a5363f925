type Props = {
  /** URLs of the imports of a script, or of an island. */
  readonly modules: readonly string[]
  readonly script?: string
}

/**
 * Requests a script and the modules that it imports at once: each that the browser learns of from another is a round trip more, half a
 * second on a slow connection. React would render these elements in the head, before the first picture, so that they are a text.
 */
export const ModuleScripts = ({ modules, script }: Props) => {
  const preloads = modules.map((it) => `<link rel="modulepreload" href="${it}" fetchpriority="low">`).join('')
  const start =
    script === undefined ? '' : `<script type="module" async src="${script}" fetchpriority="low"></script>`
  return preloads + start === '' ? null : (
    <div hidden dangerouslySetInnerHTML={{ __html: preloads + start }} />
  )
}

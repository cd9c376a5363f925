/**
 * A schema.org JSON-LD block. Only crawlers read it, from the server's HTML: callers pass null where
 * `import.meta.env.SSR` is false, so that browsers do not download the code that builds it.
 */
export const StructuredData = ({ data }: { data: Readonly<Record<string, unknown>> | null }) => (
  <script
    type="application/ld+json"
    // Escapes "<", so that no description can end the script block.
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data ?? {}).replaceAll('<', '\\u003c') }}
    suppressHydrationWarning
  />
)

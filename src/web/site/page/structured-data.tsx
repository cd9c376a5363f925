/**
 * What a page is about, in the words of schema.org. Only those who read the page as it was sent want to know: callers
 * hand over nothing where `import.meta.env.SSR` is false, so that no guest is sent the code that puts it together.
 */
export const StructuredData = ({ data }: { data: Readonly<Record<string, unknown>> | null }) => (
  <script
    type="application/ld+json"
    // A "<" in a dish's description must not be able to end the block.
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data ?? {}).replaceAll('<', '\\u003c') }}
    suppressHydrationWarning
  />
)

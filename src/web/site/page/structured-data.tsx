/** A schema.org JSON-LD block, which crawlers read. */
export const StructuredData = ({ data }: { data: object }) => (
  <script
    type="application/ld+json"
    // Escapes "<", so that no description can end the script block.
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', String.raw`\u003c`) }}
  />
)

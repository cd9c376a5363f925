import { JsonScript } from './json-script.tsx'

/** A schema.org JSON-LD block, which crawlers read. */
export const StructuredData = ({ data }: { data: object }) => (
  <JsonScript type="application/ld+json" data={data} />
)

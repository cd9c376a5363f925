import type { LivePart } from './live-parts.ts'

/** Marks the version of a page: live-parts.ts loads it anew once the server has another one. */
export const LivePage = ({ version }: { readonly version: string }) => (
  <span hidden data-live={'page' satisfies LivePart} data-version={version} />
)

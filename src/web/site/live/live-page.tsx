/** Marks the version of a page: live-parts.ts loads it anew once the server has another one. */
export const LivePage = ({ version }: { readonly version: string }) => (
  <span hidden data-live="page" data-version={version} />
)

declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'
  const build: ServerBuild
  export = build
}
/** The stylesheet of the public site in parts, as the build reads it (see vite.page-styles.ts); null in development. */
declare module 'virtual:page-styles' {
  import type { PageStyles } from '#page-cache/page-stylesheet.ts'
  export const pageStyles: PageStyles | null
}

/** URLs of the scripts of the public site, as the build named them (see vite.documents.ts). */
declare module 'virtual:site-assets' {
  export type SiteAssets = {
    readonly siteScript: string
    /** Imports of the script. */
    readonly siteModules: readonly string[]
    /** Further modules without which an island does not come alive, by its name. */
    readonly islandModules: Readonly<Record<string, readonly string[]>>
  }
  export const siteAssets: SiteAssets
}

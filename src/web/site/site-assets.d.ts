/** URL of the script of the public site, as the build named it (see vite.documents.ts). */
declare module 'virtual:site-assets' {
  export const siteScript: string
}

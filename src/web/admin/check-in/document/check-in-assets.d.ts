declare module 'virtual:check-in-assets' {
  /** Built files of the check-in screen. In development there is no service worker. */
  export const checkInAssets: {
    readonly script: string
    readonly styles: readonly string[]
    /** Everything that the screen may load. */
    readonly files: readonly string[]
    readonly worker: string | null
  }
}

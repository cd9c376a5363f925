let retries = 0

/**
 * Imports a module, and once more if that fails: under another URL, because browsers keep a module that failed to load as failed
 * for the life of the page. Chromium and Firefox name its URL in the error. Safari does not, and is not asked again.
 */
export const importWithRetry = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch(async (error: unknown) => {
    const url = /http.+\.js/.exec(String(error))?.[0]
    if (!url) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    retries += 1
    return import(/* @vite-ignore */ `${url}?again=${retries}`)
  })

const RETRY_AFTER_MS = 500

/** Imports a part once, with a retry, when it is first asked for. */
export const lazyImport = <Module>(load: () => Promise<Module>): (() => Promise<Module>) =>
  loadOnce(() => importWithRetry(load))

/** Loads once, however often it is called: only what failed is loaded again. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    }))
}

/** The search is fetched by the pages that have one. Where it cannot be fetched, the form searches with a new page. */
export function startLiveSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-live-search]')
  if (!form) return
  import('./live-search.ts').then(
    ({ searchWhileTyping }) => searchWhileTyping(form),
    () => undefined,
  )
}

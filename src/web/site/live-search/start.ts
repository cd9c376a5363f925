/**
 * The search is fetched once a guest is at its field, or Back brought a text that the list does not match. Where it cannot be
 * fetched, the form searches with a new page.
 */
export function startLiveSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-live-search]')
  const field = form?.querySelector<HTMLInputElement>('input[type=search]')
  if (!form || !field) return
  let isAsked = false
  const load = (): void => {
    if (isAsked) return
    isAsked = true
    import('./live-search.ts').then(
      ({ searchWhileTyping }) => searchWhileTyping(form),
      () => {
        isAsked = false
      },
    )
  }
  form.addEventListener('focusin', load)
  addEventListener('pageshow', () => {
    if (field.value !== field.defaultValue) load()
  })
  // Focused or filled before this script arrived.
  if (field.matches(':focus') || field.value !== field.defaultValue) load()
}

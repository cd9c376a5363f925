import { importWithRetry, loadOnce } from '#ui/network/import-with-retry.ts'
import { keepTextInFilters } from './keep-text.ts'
import { showSearchFailed } from './search-failed.ts'

/** The search is fetched once a guest is at its field, or Back brought a text that the list does not match. */
export function startLiveSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-live-search]')
  const field = form?.querySelector<HTMLInputElement>('input[type=search]')
  if (!form || !field) return
  keepTextInFilters(field)
  const load = loadOnce(() =>
    importWithRetry(() => import('./live-search.ts')).then(({ searchWhileTyping }) =>
      searchWhileTyping(form),
    ),
  )
  const search = (): void => void load().catch(() => showSearchFailed(search))
  // Only a text that waits for its list is worth a word.
  form.addEventListener('focusin', () => void load().catch(() => undefined))
  field.addEventListener('input', search)
  addEventListener('pageshow', () => {
    if (field.value !== field.defaultValue) search()
  })
  if (field.matches(':focus') || field.value !== field.defaultValue) search()
}

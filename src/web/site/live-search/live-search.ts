import { fetchWithRetry } from '#ui/network/fetch-with-retry.ts'
import { removePlainToast } from '#ui/toasts/plain-toast.ts'
import { readFetchedPage } from '../page/fetched-page.ts'
import { showSearchFailed } from './search-failed.ts'

const DEBOUNCE_MS = 250

/** Searches a list while the guest types: fetches the page of the search and replaces the list. */
export function searchWhileTyping(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('input[type=search]')
  if (!field) return
  let timer = 0
  // The text that the list was rendered for. The guest may have typed since.
  let searched: string | null = field.defaultValue.trim()
  let running: AbortController | null = null

  const search = async (): Promise<void> => {
    const text = field.value.trim()
    if (text === searched) return
    searched = text
    running?.abort()
    running = new AbortController()
    const url = addressOf(form)
    try {
      const html = await fetchPage(url, running.signal)
      removePlainToast()
      replaceResults(html)
      history.replaceState(history.state, '', url)
    } catch (error) {
      // A newer search has aborted this one.
      if (error instanceof DOMException && error.name === 'AbortError') return
      searched = null
      showSearchFailed(() => void search())
    }
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void search(), DEBOUNCE_MS)
  })
  // The browser restores a typed text after Back, and the list must match it.
  addEventListener('pageshow', () => void search())
  void search()
}

async function fetchPage(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetchWithRetry(url, { signal })
  if (!response.ok) throw new Error(`the search was answered with ${response.status}`)
  return response.text()
}

function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value.trim() !== '') query.set(name, value.trim())
  return query.size === 0 ? location.pathname : `${location.pathname}?${query}`
}

function replaceResults(html: string): void {
  const { page, styles } = readFetchedPage(html)
  const parts = [...document.querySelectorAll('[data-search-results]')].flatMap((part) => {
    const next = page.getElementById(part.id)
    return next ? [{ part, next }] : []
  })
  if (parts.length === 0) return
  document.adoptedStyleSheets = [withoutFonts(styles)]
  for (const { part, next } of parts) part.replaceWith(next)
}

/** Each page carries the styles of its own parts alone, so that the results bring theirs. The fonts stay those of this page. */
function withoutFonts(css: string): CSSStyleSheet {
  const styles = new CSSStyleSheet()
  styles.replaceSync(css)
  for (let at = styles.cssRules.length - 1; at >= 0; at -= 1)
    if (styles.cssRules[at] instanceof CSSFontFaceRule) styles.deleteRule(at)
  return styles
}

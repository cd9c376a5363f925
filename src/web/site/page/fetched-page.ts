export type FetchedPage = { readonly page: Document; readonly styles: string }

/**
 * Reads a page of the site that a script has fetched, and its styles apart from it: parsed with the page, they would be
 * measured by the content security policy of the page that is shown, which allows its own styles alone.
 */
export function readFetchedPage(html: string): FetchedPage {
  const styles: string[] = []
  const unstyled = html.replaceAll(/<style>([\s\S]*?)<\/style>/g, (_, css: string) => {
    styles.push(css)
    return ''
  })
  return { page: new DOMParser().parseFromString(unstyled, 'text/html'), styles: styles.join('') }
}

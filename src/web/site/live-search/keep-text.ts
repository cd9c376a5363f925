/** A filter that is pressed keeps the text in the field. Its address has that of the list before, whose next one may be on its way. */
export function keepTextInFilters(field: HTMLInputElement): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link?.closest('[data-keeps-search]')) return
    const url = new URL(link.href)
    const text = field.value.trim()
    if (text === '') url.searchParams.delete(field.name)
    else url.searchParams.set(field.name, text)
    link.href = url.href
  })
}

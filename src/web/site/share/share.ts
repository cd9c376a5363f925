/**
 * Links and buttons that share an address. Where a browser can neither share nor copy, a link is followed: it writes an
 * email. The address stands beside a button, and is selected.
 */
export function shareLinks(): void {
  document.addEventListener('click', (event) => {
    const { target } = event
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-share]') : null
    if (!pressed) return
    event.preventDefault()
    import('./share-page.ts')
      .then(({ sharePage }) => sharePage(pressed.dataset))
      .catch(() => {
        if (pressed instanceof HTMLAnchorElement) location.assign(pressed.href)
        else pressed.parentElement?.querySelector<HTMLInputElement>('input[readonly]')?.select()
      })
  })
}

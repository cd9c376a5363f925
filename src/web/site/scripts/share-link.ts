const COPIED = 'Copied'

/** Shares the link of a button: by the menu of the device where it has one, else by copying it. */
export function shareLinks(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-share]') : null
    const url = button?.dataset['share']
    if (button && url) void share(button, url)
  })
}

async function share(button: HTMLElement, url: string): Promise<void> {
  try {
    // Browsers without the menu lack the function, which the types do not say.
    const hasMenu = 'share' in navigator
    if (hasMenu) await navigator.share({ url })
    else {
      await navigator.clipboard.writeText(url)
      button.textContent = COPIED
      button.setAttribute('aria-label', COPIED)
    }
  } catch {
    // The guest closed the menu, or the browser refuses: the link stands beside the button.
  }
}

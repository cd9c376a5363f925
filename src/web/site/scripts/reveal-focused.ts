/** Scrolls a link with the focus into view as a whole: browsers leave one alone that is partly outside its row. */
export const revealFocused = (): void =>
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLAnchorElement && target.matches(':focus-visible'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

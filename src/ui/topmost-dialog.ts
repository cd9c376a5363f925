/**
 * The modal dialog that everything happens in just now, if one is open: the one with the focus, or else the one that was
 * opened last. Toasts, which call themselves dialogs too, are none.
 */
export function frontDialog(): Element | null {
  const dialogs = document.querySelectorAll('dialog:modal')
  return document.activeElement?.closest('dialog:modal') ?? dialogs.item(dialogs.length - 1)
}

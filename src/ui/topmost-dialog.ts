/**
 * The open modal dialog that has the focus, or else the last one opened. Toasts have the role of a dialog, but are not
 * modal.
 */
export function topmostDialog(): Element | null {
  const dialogs = document.querySelectorAll('dialog:modal')
  return document.activeElement?.closest('dialog:modal') ?? dialogs.item(dialogs.length - 1)
}

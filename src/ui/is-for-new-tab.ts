/** Whether a click on a link asks the browser for another tab or window. */
export const isForNewTab = (event: {
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
}): boolean => event.metaKey || event.ctrlKey || event.shiftKey

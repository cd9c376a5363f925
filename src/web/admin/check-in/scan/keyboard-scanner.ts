/**
 * Longest pause between two keys of a hand scanner: in a field, where people type as well and are slower; and where nothing has the
 * keys, so that a slow scanner is heard, too.
 */
const MAX_GAP_MS = { inField: 60, elsewhere: 300 } as const
const MIN_LENGTH = 6
/** More than any code has: what a broken scanner sends beyond it is counted and not stored. */
const MAX_STORED = 6000

/** Empties the field into which a scanner typed its text, and takes the focus off it: staff did not type that text. */
function clearFocusedField(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement)) return
  // Past React's own setter, so that its state follows the field.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.blur()
}

/** Collects the keys of a hand scanner, which types a code and Enter, wherever the focus is. Returns the end of it. */
export function listenToScanner(onText: (text: string) => void): () => void {
  let text = ''
  let lastAt = 0
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { inField, elsewhere } = MAX_GAP_MS
    const gap = document.activeElement instanceof HTMLInputElement ? inField : elsewhere
    const isFast = event.timeStamp - lastAt <= gap
    lastAt = event.timeStamp
    if (event.key === 'Enter') {
      const scanned = isFast && text.length >= MIN_LENGTH ? text : null
      text = ''
      if (scanned === null) return
      // Enter would also press the button that has the focus, or submit the search.
      event.preventDefault()
      event.stopPropagation()
      clearFocusedField()
      onText(scanned)
      return
    }
    if (event.key.length !== 1) return
    text = isFast && text.length < MAX_STORED ? text + event.key : event.key
  }
  window.addEventListener('keydown', onKey, true)
  return () => window.removeEventListener('keydown', onKey, true)
}

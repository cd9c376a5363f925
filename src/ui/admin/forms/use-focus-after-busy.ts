import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a form that was sent and is still there. Its buttons are disabled meanwhile, and a disabled button loses the
 * focus. It goes to the first field with an error, else back to where it was.
 */
export function useFocusAfterBusy(form: RefObject<HTMLElement | null>, isBusy: boolean): void {
  const sender = useRef<Element | null>(null)
  // A layout effect still sees the focus on the button: browsers take it away when they draw.
  useLayoutEffect(() => {
    if (isBusy) sender.current = document.activeElement
  }, [isBusy])
  useEffect(() => {
    const before = sender.current
    if (isBusy || !before) return
    sender.current = null
    const now = document.activeElement
    // A staff member or guest who went on to another field stays there.
    if (now !== before && now !== document.body) return
    const goal = form.current?.querySelector('[aria-invalid="true"]') ?? before
    if (goal instanceof HTMLElement) goal.focus()
  }, [form, isBusy])
}

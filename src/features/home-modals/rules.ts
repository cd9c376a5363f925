import type { HomeModal, ModalForm } from './schema.ts'

/** Action of a button that opens an event or a menu item. */
const TARGET = /^(event|menu-item):([0-9a-f-]{36})$/

/** Delay before the modal opens. */
export const MODAL_DELAY_MS = 5000

/** Modal texts, with the specified defaults for empty fields. */
export function modalCopy(modal: HomeModal): {
  title: string
  description: string
  primary: string
  secondary: string
} {
  return {
    title: modal.title || 'Host Your Private Event',
    description: modal.description || 'Transform your special occasions into unforgettable experiences.',
    primary: modal.primaryButtonText || 'Plan Your Event',
    secondary: modal.secondaryButtonText || 'Reserve a Table',
  }
}

export type ModalTarget =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'chooser' }

const ACTION_TARGETS: Record<string, ModalTarget> = {
  'plan-event': { kind: 'path', path: '/plan-event' },
  reservation: { kind: 'chooser' },
  menu: { kind: 'path', path: '/menu' },
  events: { kind: 'path', path: '/events' },
}

/**
 * Target of a modal button. An unknown action falls back to the private-event form (primary) or the reservation chooser
 * (secondary).
 */
export function modalTarget(action: string | null, button: 'primary' | 'secondary'): ModalTarget {
  const unknown = button === 'primary' ? ACTION_TARGETS['plan-event'] : ACTION_TARGETS['reservation']
  const fallback = unknown ?? { kind: 'chooser' }
  if (!action) return fallback
  if (Object.hasOwn(ACTION_TARGETS, action)) return ACTION_TARGETS[action] ?? fallback
  const entity = TARGET.exec(action)
  if (entity) return { kind: 'path', path: `/${entity[1] === 'event' ? 'events' : 'menu'}/${entity[2]}` }
  if (/^\/(?![/\\])\S*$/.test(action)) return { kind: 'path', path: action }
  if (/^https:\/\/[^/\s]+\S*$/.test(action)) return { kind: 'external', url: action }
  return fallback
}

/**
 * Picks a modal the guest has not seen; once all were seen, the cycle restarts. `roll` is a random number from 0
 * (inclusive) to 1 (exclusive). Also returns the new list of seen ids.
 */
export function chooseModal<M extends { readonly id: string }>(
  modals: readonly M[],
  seen: readonly string[],
  roll: number,
): { modal: M; seen: string[] } | null {
  const fresh = modals.filter((modal) => !seen.includes(modal.id))
  const pool = fresh.length > 0 ? fresh : modals
  const modal = pool[Math.floor(roll * pool.length)]
  if (!modal) return null
  return { modal, seen: [...(fresh.length > 0 ? seen : []), modal.id] }
}

/** Id of the event or menu item that a button opens; null for other actions. */
export const targetIdOf = (action: string | null): string | null => TARGET.exec(action ?? '')?.[2] ?? null

/** Messages of the buttons whose event or menu item is not among the targets that exist; null where all are. */
export function missingTargets(
  form: Pick<ModalForm, 'primaryButtonAction' | 'secondaryButtonAction'>,
  targets: readonly string[],
): Readonly<Record<string, string>> | null {
  const messages: Record<string, string> = {}
  for (const name of ['primaryButtonAction', 'secondaryButtonAction'] as const) {
    const action = form[name]
    const kind = TARGET.exec(action ?? '')?.[1]
    if (action === null || kind === undefined || targets.includes(action)) continue
    const noun = kind === 'event' ? 'event' : 'menu item'
    messages[name] = `This ${noun} does not exist any more. Please choose another one.`
  }
  return Object.keys(messages).length === 0 ? null : messages
}

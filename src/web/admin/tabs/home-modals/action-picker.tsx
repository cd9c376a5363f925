import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectField, TextField } from '#ui/admin/forms/field.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import {
  ACTION_KINDS,
  type ActionKind,
  kindFrom,
  readAction,
  SITE_PAGES,
  writeAction,
} from './modal-action.ts'

const useTargets = () =>
  useQuery({
    queryKey: ['modals', 'targets'],
    queryFn: ({ signal }) => apiFetch('/admin/api/modals/targets', { signal }),
  })

type Props = {
  readonly label: string
  readonly action: string
  /** Error of a typed address; the other targets are chosen from valid ones. */
  readonly error?: string | undefined
  readonly onChange: (action: string) => void
}

/** Picks the target of a button from valid ones. It has no descriptor, because two controls make one value. */
export function ActionPicker({ label, action, error, onChange }: Props) {
  // State of its own: an action with a missing or incomplete target cannot be parsed back into kind and target.
  const [chosen, setChosen] = useState(() => readAction(action))
  const { kind, target } = chosen
  const choose = (next: ReturnType<typeof readAction>): void => {
    setChosen(next)
    onChange(writeAction(next.kind, next.target))
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={`${label} leads to`}
        options={ACTION_KINDS}
        value={kind}
        onChange={(event) => choose({ kind: kindFrom(event.target.value), target: '' })}
      />
      <Target {...{ kind, target, label, error }} onChange={(next) => choose({ kind, target: next })} />
    </div>
  )
}

type TargetProps = {
  readonly kind: ActionKind
  readonly target: string
  readonly label: string
  readonly error: string | undefined
  readonly onChange: (target: string) => void
}

function Target({ kind, target, label, error, onChange }: TargetProps) {
  const targets = useTargets().data
  const things = kind === 'event' ? targets?.events : kind === 'menu-item' ? targets?.menuItems : null
  if (kind === 'url')
    return (
      <TextField
        label={`${label}: address`}
        hint="Begins with https://"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={500}
        placeholder="https://"
        value={target}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  if (kind !== 'page' && things === null) return null
  const offered =
    kind === 'page' ? SITE_PAGES : (things ?? []).map((it) => ({ value: it.id, label: it.label }))
  // A target that is no longer offered stays selected until another is chosen.
  const isKnown = target === '' || offered.some((it) => it.value === target)
  const options = [
    { value: '', label: 'Please choose' },
    ...(isKnown ? [] : [{ value: target, label: target }]),
    ...offered,
  ]
  return (
    <SelectField
      label={`${label}: which`}
      required
      options={options}
      value={target}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

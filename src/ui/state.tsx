import type { ReactNode } from 'react'

/** Message in place of a list that is empty or could not be loaded; `children` are its actions. */
export const StateNote = ({
  title,
  text,
  role,
  children,
}: {
  title: string
  text?: string
  role?: 'alert' | 'status'
  children?: ReactNode
}) => (
  <div
    role={role}
    className="mx-auto flex w-full max-w-lg flex-col items-center gap-4 rounded-card border border-bark bg-ember px-6 py-14 text-center"
  >
    <p className="font-display text-2xl text-cream">{title}</p>
    {text ? <p className="text-sand">{text}</p> : null}
    {children}
  </div>
)

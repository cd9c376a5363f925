import type { ReactNode } from 'react'

type Props = { readonly title: string; readonly text: string; readonly children?: ReactNode }

/** A state in which the screen can do nothing else. */
export const PlainMessage = ({ title, text, children }: Props) => (
  <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-4 p-6">
    <h1 className="text-3xl font-bold">{title}</h1>
    <p className="text-lg text-sand">{text}</p>
    {children}
  </main>
)

import type { ComponentProps } from 'react'

type Look = 'solid' | 'outline' | 'quiet'

const BASE =
  'inline-flex min-h-11 items-center justify-center gap-2 btn rounded-xl py-2 text-center font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-55'

const LOOKS: Record<Look, string> = {
  solid: 'bg-brass text-night hover:bg-cream',
  outline: 'border border-brass/70 bg-night/40 text-cream hover:border-brass hover:bg-brass/15',
  quiet: 'text-brass hover:bg-brass/10',
}

export const buttonClass = (look: Look = 'solid', extra = ''): string => `${BASE} ${LOOKS[look]} ${extra}`

type ButtonProps = ComponentProps<'button'> & { look?: Look }

export const Button = ({ look = 'solid', className = '', type = 'button', ...rest }: ButtonProps) => (
  <button type={type} className={buttonClass(look, className)} {...rest} />
)

type ButtonLinkProps = ComponentProps<'a'> & { look?: Look }

export const ButtonLink = ({ look = 'solid', className = '', ...rest }: ButtonLinkProps) => (
  <a className={buttonClass(look, className)} {...rest} />
)

import type { SignedTokens } from '#platform/security/signed-tokens.ts'

type PathDeps = { readonly tokens: Pick<SignedTokens, 'sign'> }

/** Path of the guest's page of a night or a dinner. Its signed token is what opens the page. */
export const guestPath = ({ tokens }: PathDeps, id: string): string =>
  `/my-reservation/${tokens.sign('guest', id)}`

/** Link to the guest's page, for emails, texts and other programs. */
export const guestLink = (deps: PathDeps & { readonly origin: string }, id: string): string =>
  deps.origin + guestPath(deps, id)

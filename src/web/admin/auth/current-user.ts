import { createContext, use } from 'react'
import { may, type StaffAction } from '#features/permissions/rules.ts'
import type { SignedIn } from '#features/permissions/schema.ts'

export const CurrentUserContext = createContext<SignedIn | null>(null)

/** Who is signed in. */
export function useCurrentUser(): SignedIn {
  const who = use(CurrentUserContext)
  if (!who) throw new Error('nobody is signed in here')
  return who
}

/** Whether whoever is signed in may do something: what they may not do is not offered. The house asks again. */
export const useCan = (action: StaffAction): boolean => may(useCurrentUser().role, action)

import { createContext, use } from 'react'
import { may, type StaffAction } from '#features/permissions/rules.ts'
import type { SignedIn } from '#features/permissions/schema.ts'

export const CurrentUserContext = createContext<SignedIn | null>(null)

/** Signed-in staff member. */
export function useCurrentUser(): SignedIn {
  const user = use(CurrentUserContext)
  if (!user) throw new Error('no staff member is signed in')
  return user
}

/** Whether the signed-in staff member has a permission, to hide actions. The server checks every request again. */
export const useCan = (action: StaffAction): boolean => may(useCurrentUser().role, action)

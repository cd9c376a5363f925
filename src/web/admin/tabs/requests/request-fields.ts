import type { StaffRequest } from '#features/requests/schema.ts'

/** What staff change about a request. */
export const requestFieldsOf = ({ status, assignee, notes }: StaffRequest) => ({ status, assignee, notes })
export type RequestFields = ReturnType<typeof requestFieldsOf>

import type { StaffRequest } from '#features/requests/schema.ts'

/** The editable fields of a request. */
export const requestFieldsOf = ({ status, assignee, notes }: StaffRequest) => ({ status, assignee, notes })
export type RequestFields = ReturnType<typeof requestFieldsOf>

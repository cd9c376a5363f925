import type { DeskRequest } from '#features/requests/schema.ts'

/** What staff change about a request. */
export const requestFieldsOf = ({ status, assignee, notes }: DeskRequest) => ({ status, assignee, notes })
export type RequestFields = ReturnType<typeof requestFieldsOf>

import type { RequestKind } from '#features/requests/schema.ts'
import type { StaffAction } from '#features/permissions/rules.ts'

type RequestPath = '/admin/api/inquiries' | '/admin/api/table-requests' | '/admin/api/applications'

type KindLabels = {
  readonly noun: string
  readonly what: string
  readonly path: RequestPath
  /** Page of the list; the page of a request is below it under its id. */
  readonly pages: string
  readonly edit: StaffAction
}

/** Labels, API path, pages and permission of each kind of request. */
export const KIND_LABELS: Readonly<Record<RequestKind, KindLabels>> = {
  inquiry: {
    noun: 'inquiry',
    what: 'Inquiries',
    path: '/admin/api/inquiries',
    pages: '/admin/inquiries',
    edit: 'inquiries.edit',
  },
  table_request: {
    noun: 'table request',
    what: 'Table requests',
    path: '/admin/api/table-requests',
    pages: '/admin/inquiries/tables',
    edit: 'inquiries.edit',
  },
  application: {
    noun: 'application',
    what: 'Applications',
    path: '/admin/api/applications',
    pages: '/admin/applications',
    edit: 'applications.edit',
  },
}

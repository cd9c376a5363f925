export const ISSUES_PATH = '/admin/api/payments/issues'

export const EXCEPTIONS_PATH = '/admin/api/payments/exceptions'

import { readFeedbackQuery } from '#features/reminders/feedback/rules.ts'
import { listFeedback } from '#features/reminders/feedback/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { route } from '../route.ts'

export const feedbackRoutes = [
  route(
    { method: 'GET', path: '/admin/api/feedback', permission: 'feedback.read' },
    async (deps, { query }) => jsonResponse(await listFeedback(deps, readFeedbackQuery(query))),
  ),
]

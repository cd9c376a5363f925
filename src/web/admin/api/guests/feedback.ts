import { readFeedbackQuery } from '#features/reminders/feedback/rules.ts'
import { listFeedback, markFeedbackSeen } from '#features/reminders/feedback/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

export const feedbackRoutes = [
  route(
    { method: 'GET', path: '/admin/api/feedback', permission: 'feedback.read' },
    async (deps, { query }) => jsonResponse(await listFeedback(deps, readFeedbackQuery(query))),
  ),
  route(
    { method: 'POST', path: '/admin/api/feedback/:id/seen', permission: 'feedback.read' },
    async (deps, request) => editResponse(await markFeedbackSeen(deps, idOf(request))),
  ),
]

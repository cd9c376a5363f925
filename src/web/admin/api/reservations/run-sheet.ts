import { newTaskForm, taskForm } from '#features/reservation-management/floor/run-sheet/schema.ts'
import {
  addTask,
  changeTask,
  loadRunSheet,
} from '#features/reservation-management/floor/run-sheet/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { route } from '../route.ts'

export const runSheetRoutes = [
  route(
    { method: 'GET', path: '/admin/api/run-sheet', permission: 'run_sheet.read' },
    async (deps, { query }) => jsonResponse(await loadRunSheet(deps, query)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/run-sheet/tasks',
      permission: 'reservations.edit',
      body: newTaskForm,
    },
    async (deps, { body }) => editResponse(await addTask(deps, body), 201),
  ),
  route(
    // Ticking off is for every role that reads the sheet on the floor; the service asks for more to plan a task.
    {
      method: 'PUT',
      path: '/admin/api/run-sheet/tasks',
      permission: 'reservations.annotate',
      body: taskForm,
    },
    async (deps, { body }) => editResponse(await changeTask(deps, body)),
  ),
]

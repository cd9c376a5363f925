import { isWallTime } from '#lib/venue-time.ts'
import { useId, useState } from 'react'
import type {
  RunSheet,
  RunSheetTask,
  TaskChange,
} from '#features/reservation-management/floor/run-sheet/schema.ts'
import { newTaskForm } from '#features/reservation-management/floor/run-sheet/schema.ts'
import { plainIssueText } from '#lib/forms/issue-text.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/admin/forms/field.tsx'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { fieldErrors, toastFailure } from '#web/admin/data/api-client.ts'
import { useAddTask, type useTaskChanges } from './use-run-sheet.ts'

type AddProps = { readonly sheet: RunSheet; readonly onClose: () => void }
type Errors = Readonly<Record<string, string>>

/** Adds a task by hand. */
export function AddTask({ sheet, onClose }: AddProps) {
  // Idempotency key: a form that is submitted twice adds one task.
  const [id] = useState(() => crypto.randomUUID())
  const form = useFormValues({ time: '', title: '', details: '', assignee: '' })
  const [typedErrors, setTypedErrors] = useState<Errors>({})
  const add = useAddTask(onClose)
  const errors = { ...fieldErrors(add.error), ...typedErrors }
  const submit = (): void => {
    const parsed = newTaskForm.safeParse({ ...form.values, id, date: sheet.date }, { error: plainIssueText })
    setTypedErrors(
      Object.fromEntries(
        (parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0] ?? ''), message]),
      ),
    )
    if (parsed.success)
      add.mutate(parsed.data, { onError: (error) => toastFailure('Error adding the task', error) })
  }
  return (
    <FormDialog
      title="Add a task"
      submit="Add task"
      isBusy={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Task"
        maxLength={120}
        value={form.values.title}
        error={errors['title']}
        onChange={(event) => form.setValue('title', event.target.value)}
      />
      <TimeAndPerson {...{ sheet, form, errors }} />
      <TextAreaField
        label="Details"
        maxLength={500}
        value={form.values.details}
        error={errors['details']}
        onChange={(event) => form.setValue('details', event.target.value)}
      />
    </FormDialog>
  )
}

type PlanProps = AddProps & {
  readonly task: RunSheetTask
  readonly change: ReturnType<typeof useTaskChanges>['change']
}

/** Changes the time and the person of a task, or takes it off the sheet. */
export function PlanTask({ sheet, task, change, onClose }: PlanProps) {
  const [opened] = useState(task)
  const form = useFormValues({ time: opened.dueTime, assignee: opened.assignee })
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setBusy] = useState(false)
  // The form stays open with what was typed until that is saved.
  const save = async (it: TaskChange): Promise<void> => {
    setBusy(true)
    const isSaved = await change({ task, change: it })
    setBusy(false)
    if (isSaved) onClose()
  }
  const submit = (): void => {
    const { time } = form.values
    const assignee = form.values.assignee.trim()
    if (!isWallTime(time)) return setErrors({ time: 'Enter a time such as 23:30.' })
    setErrors({})
    // Only what differs from the task as it was opened: a colleague may have planned the rest meanwhile.
    const isMoved = time !== opened.dueTime
    const isGiven = assignee !== opened.assignee
    if (!isMoved && !isGiven) return onClose()
    void save({ kind: 'planned', ...(isMoved ? { time } : {}), ...(isGiven ? { assignee } : {}) })
  }
  return (
    <FormDialog title={task.title} submit="Save" isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <TimeAndPerson {...{ sheet, form, errors }} />
      <Button
        look="outline"
        className="self-start"
        disabled={isBusy}
        onClick={() => void save({ kind: 'removed', isRemoved: true })}
      >
        Take off the run sheet
      </Button>
    </FormDialog>
  )
}

type Values = { readonly time: string; readonly assignee: string }
type FieldsProps = {
  readonly sheet: RunSheet
  readonly form: {
    readonly values: Values
    readonly setValue: (name: 'time' | 'assignee', value: string) => void
  }
  readonly errors: Errors
}

function TimeAndPerson({ sheet, form, errors }: FieldsProps) {
  const listId = useId()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Time"
        type="time"
        hint="Times before 6 AM belong to the same night."
        value={form.values.time}
        error={errors['time']}
        onChange={(event) => form.setValue('time', event.target.value)}
      />
      <TextField
        label="Assigned to"
        list={listId}
        autoComplete="off"
        maxLength={80}
        value={form.values.assignee}
        error={errors['assignee']}
        onChange={(event) => form.setValue('assignee', event.target.value)}
      />
      <datalist id={listId}>
        {sheet.staffNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  )
}

import type * as z from 'zod/mini'
import { plainIssueText } from './issue-text.ts'

/** The first validation error of each field of a form as typed. */
export function typedErrors(shape: z.ZodMiniType, typed: unknown): Readonly<Record<string, string>> {
  const parsed = shape.safeParse(typed, { error: plainIssueText })
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.success ? [] : parsed.error.issues)
    errors[String(path[0] ?? 'form')] ??= message
  return errors
}

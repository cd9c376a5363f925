import { data } from 'react-router'
import type * as z from 'zod/mini'
import { MISSING } from '#lib/forms/check.ts'
import { PLAIN } from '#lib/forms/fields.ts'
import { plainIssueText } from '#lib/forms/issue-text.ts'

const MAX_CHARACTERS = 64 * 1024

/** JSON body of an error response: a stable code and a text for the user. */
export type ErrorBody = {
  readonly error: string
  readonly title: string
  readonly text: string
  /** Error text by field name. */
  readonly fields?: Readonly<Record<string, string>>
  /** Current record after a version conflict, and the one that was saved before. */
  readonly current?: unknown
}

type Headed = Readonly<Record<string, string>>

/** Response with the type of its JSON body, from which the client infers its own. */
export type JsonResponse<Body> = Response & { readonly jsonBody?: Body }

export const errorResponse = (
  status: number,
  refusal: ErrorBody,
  headers: Headed = {},
): JsonResponse<never> =>
  Response.json(refusal, { status, headers: { 'Cache-Control': 'no-store', ...headers } })

export const jsonResponse = <Body>(
  body: Body,
  { status = 200, headers = {} }: { status?: number; headers?: Headed } = {},
): JsonResponse<Body> => Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })

/** Parses and validates a JSON body. Throws the error response for an invalid one. */
export async function readJson<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!/^application\/json\b/i.test(request.headers.get('Content-Type') ?? ''))
    throw errorResponse(415, malformed('Please send JSON.'))
  const text = await request.text()
  if (text.length > MAX_CHARACTERS) throw errorResponse(413, malformed('This is too large.'))
  const parsed = schema.safeParse(parseJson(text), { error: plainIssueText })
  if (parsed.success) return rejectNul(parsed.data)
  const unknown = parsed.error.issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown)
    throw errorResponse(400, {
      ...malformed(`Unknown field: ${keysOf(unknown)}.`),
      error: 'unknown_field',
    })
  throw errorResponse(422, { error: 'invalid', ...validationError(parseJson(text), parsed.error.issues) })
}

/** Error body of a validation: "missing" if a field is empty, else the message of the first invalid field. */
function validationError(body: unknown, issues: readonly Issue[]): Omit<ErrorBody, 'error'> {
  const fields = fieldMessages(issues)
  if (issues.some(({ path }) => isBlank(valueAt(body, path)))) return { ...MISSING, fields }
  return { title: 'Please check your entry', text: Object.values(fields)[0] ?? MISSING.text, fields }
}

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  )

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Rejects NUL characters: PostgreSQL cannot store them. */
function rejectNul<Body>(body: Body): Body {
  const [field] = Object.entries(body ?? {}).find(([, value]) => hasNul(value)) ?? []
  if (field === undefined) return body
  throw errorResponse(422, {
    error: 'invalid',
    title: 'Error',
    text: PLAIN,
    fields: { [field]: PLAIN },
  })
}

const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.entries(value).flat().some(hasNul)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw errorResponse(400, malformed('This is not valid JSON.'))
  }
}

const malformed = (text: string): ErrorBody => ({ error: 'unreadable', title: 'Error', text })

const keysOf = (issue: { readonly keys?: readonly string[] }): string =>
  (issue.keys ?? []).join(', ').slice(0, 100)

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** First validation message of each field. */
function fieldMessages(issues: readonly Issue[]): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { path, message } of issues) messages[String(path[0] ?? 'form')] ??= message
  return messages
}

/** Loader of a route that only has an action: 405. */
export const methodNotAllowed = (method: string) => () => {
  throw data('Method not allowed.', { status: 405, headers: { Allow: method } })
}

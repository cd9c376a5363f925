import { data } from 'react-router'
import type * as z from 'zod/mini'
import { MISSING } from '#lib/forms/check.ts'
import { PLAIN } from '#lib/forms/fields.ts'
import { plainIssueText } from '#lib/forms/issue-text.ts'

const MAX_CHARACTERS = 64 * 1024

/** A refusal as a script reads it: a short reason, and the words a guest is told. */
export type ErrorBody = {
  readonly error: string
  readonly title: string
  readonly text: string
  /** What is wrong with which field. */
  readonly fields?: Readonly<Record<string, string>>
  /** The record as it is now, where somebody else changed it meanwhile. */
  readonly current?: unknown
}

type Headed = Readonly<Record<string, string>>

export const errorResponse = (status: number, refusal: ErrorBody, headers: Headed = {}): Response =>
  Response.json(refusal, { status, headers: { 'Cache-Control': 'no-store', ...headers } })

export const jsonResponse = (
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Headed } = {},
): Response => Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })

/** Reads a body as the shape says. Anything else is thrown as the refusal to send. */
export async function readJson<Shape extends z.ZodMiniType>(
  request: Request,
  shape: Shape,
): Promise<z.output<Shape>> {
  if (!/^application\/json\b/i.test(request.headers.get('Content-Type') ?? ''))
    throw errorResponse(415, unreadable('Please send JSON.'))
  const text = await request.text()
  if (text.length > MAX_CHARACTERS) throw errorResponse(413, unreadable('That is more than this form takes.'))
  const parsed = shape.safeParse(parseJson(text), { error: plainIssueText })
  if (parsed.success) return storable(parsed.data)
  const unknown = parsed.error.issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown)
    throw errorResponse(400, {
      ...unreadable(`There is no such field: ${keysOf(unknown)}.`),
      error: 'unknown_field',
    })
  throw errorResponse(422, { error: 'invalid', ...wrongWith(parseJson(text), parsed.error.issues) })
}

/** An empty field is missing; a field that says something else than it should is told by its own message. */
function wrongWith(body: unknown, issues: readonly Issue[]): Omit<ErrorBody, 'error'> {
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

/** The database has no character of the code 0, wherever in a field it stands. */
function storable<Body>(body: Body): Body {
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
    throw errorResponse(400, unreadable('That is no JSON.'))
  }
}

const unreadable = (text: string): ErrorBody => ({ error: 'unreadable', title: 'Error', text })

const keysOf = (issue: { readonly keys?: readonly string[] }): string =>
  (issue.keys ?? []).join(', ').slice(0, 100)

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** The first thing that is wrong with each field. */
function fieldMessages(issues: readonly Issue[]): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { path, message } of issues) messages[String(path[0] ?? 'form')] ??= message
  return messages
}

/** What a script that used the wrong method is told. */
export const methodNotAllowed = (method: string) => () => {
  throw data('Not this way.', { status: 405, headers: { Allow: method } })
}

import { clashTexts, refusalText } from '#features/reservations/package-contents/rules.ts'
import {
  contentForm,
  PACKAGE_KEYS,
  packageField,
  type PackageKey,
  WORDS,
} from '#features/reservations/package-contents/schema.ts'
import { sendPackageContent } from '#features/reservations/package-contents/service.ts'
import type { RequestContext } from '#http/context.ts'
import { textOf } from '#forms/form-handler.ts'
import { readSeen } from '#lib/forms/seen.ts'
import type { RefusedContent } from './package-contents.tsx'

type Given = { readonly key: PackageKey; readonly form: FormData }

/** Stores the content of the packages of a form; returns those that are refused. */
export async function storePackageContents(
  deps: RequestContext,
  id: string,
  form: FormData,
): Promise<readonly RefusedContent[]> {
  const sent = new Set(form.getAll('package'))
  const keys = PACKAGE_KEYS.filter((key) => sent.has(key))
  if (keys.length === 0)
    return [{ key: '', problem: refusalText('not_found'), name: '', message: '', seen: null }]
  const refused: RefusedContent[] = []
  for (const key of keys) {
    // oxlint-disable-next-line no-await-in-loop -- one picture after the other
    const problem = await storeContent(deps, id, { key, form })
    if (problem !== null) refused.push(problem)
  }
  return refused
}

/** Stores the content of one package. Returns what the form shows again, or null on success. */
async function storeContent(deps: RequestContext, id: string, given: Given): Promise<RefusedContent | null> {
  const { key, form } = given
  const seen = readSeen(form, WORDS, (name) => packageField(key, name))
  const typed = typedFor(given)
  const refused = (problem: string): RefusedContent => ({ key, problem, ...typed, seen })
  const read = contentForm.safeParse(typed)
  if (!read.success) return refused(read.error.issues[0]?.message ?? 'Please check what you typed.')
  const picture = await pictureOf(given)
  const stored = await sendPackageContent(deps, { id, key, ...read.data, picture, seen })
  if (stored.ok) return null
  if (typeof stored.reason === 'string') return refused(refusalText(stored.reason))
  return { key, problem: clashTexts(stored.reason), ...stored.reason.again, seen: stored.reason.stored }
}

const typedFor = ({ key, form }: Given) => ({
  name: textOf(form, fieldOf({ key, form }, 'name')),
  message: textOf(form, fieldOf({ key, form }, 'message')).replaceAll('\r\n', '\n'),
})

/** Name of a field of a package. The form of the former version has one package, without a prefix. */
function fieldOf({ key, form }: Given, name: string): string {
  const own = packageField(key, name)
  return form.has(own) || !form.has(name) ? own : name
}

/** The uploaded picture; null to remove the stored one, undefined to leave it unchanged. */
async function pictureOf(given: Given): Promise<Buffer | null | undefined> {
  const file = given.form.get(fieldOf(given, 'picture'))
  if (file instanceof File && file.size > 0) return Buffer.from(await file.arrayBuffer())
  return given.form.get(fieldOf(given, 'remove')) === 'on' ? null : undefined
}

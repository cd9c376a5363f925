import { refusalText } from '#features/reservations/package-contents/rules.ts'
import {
  contentForm,
  PACKAGE_KEYS,
  packageField,
  type PackageKey,
} from '#features/reservations/package-contents/schema.ts'
import { sendPackageContent } from '#features/reservations/package-contents/service.ts'
import type { RequestContext } from '#http/context.ts'
import { textOf } from '#forms/form-handler.ts'
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
  if (keys.length === 0) return [{ key: '', problem: refusalText('not_found'), name: '', message: '' }]
  const refused: RefusedContent[] = []
  for (const key of keys) {
    // oxlint-disable-next-line no-await-in-loop -- one picture after the other
    const problem = await storeContent(deps, id, { key, form })
    if (problem !== null) refused.push({ key, problem, ...typedFor({ key, form }) })
  }
  return refused
}

/** Stores the content of one package. Returns the error text, or null on success. */
async function storeContent(deps: RequestContext, id: string, given: Given): Promise<string | null> {
  const read = contentForm.safeParse(typedFor(given))
  if (!read.success) return read.error.issues[0]?.message ?? 'Please check what you typed.'
  const picture = await pictureOf(given)
  const stored = await sendPackageContent(deps, { id, key: given.key, ...read.data, picture })
  return stored.ok ? null : refusalText(stored.reason)
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

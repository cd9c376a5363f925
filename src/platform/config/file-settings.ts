import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isPem } from './settings/values.ts'

const SUFFIX = '_FILE'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a directory',
}

export type GivenSettings = {
  /** Settings with a value. Values from files have the name without `_FILE`. */
  readonly values: Readonly<Record<string, string>>
  /** One line for each unusable file. */
  readonly mistakes: readonly string[]
}

/**
 * Collects settings that have a value. `NAME_FILE=path` reads `NAME` from a file, the usual way for secrets in
 * containers and systemd. An empty value counts as unset.
 */
export function collectSettings(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): GivenSettings {
  const values: Record<string, string> = {}
  const mistakes: string[] = []
  for (const [name, value] of Object.entries(env)) if (value) values[name] = value
  for (const name of names) {
    const path = values[name + SUFFIX]
    if (!path) continue
    const read = name in values ? { mistake: `${name} is set too: keep one of the two` } : readValue(path)
    if ('value' in read) values[name] = read.value
    else mistakes.push(`${name}${SUFFIX}=${path}: ${read.mistake}`)
  }
  return { values, mistakes }
}

/** Reads a file without the trailing line break that editors and `echo` add. */
function readValue(path: string): { readonly value: string } | { readonly mistake: string } {
  try {
    const value = readFileSync(resolve(path), 'utf8').replace(/\r?\n$/, '')
    if (value.trim() === '') return { mistake: 'the file is empty: write the value into it' }
    if (/[\r\n]/.test(value) && !isPem(value))
      return { mistake: 'the file must hold the value alone, on one line' }
    return { value }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { mistake: `the file cannot be read (${REASONS[code] ?? (code || String(error))})` }
  }
}

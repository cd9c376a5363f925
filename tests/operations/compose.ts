import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

/* Compose files as Docker Compose reads them: merged, with variables of the environment inserted. */

const service = z.object({
  build: z.string().optional(),
  image: z.string().optional(),
  profiles: z.array(z.string()).optional(),
  restart: z.string().optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
})
const file = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()).default({}),
  networks: z.record(z.string(), z.unknown()).default({}),
  secrets: z.record(z.string(), z.object({ file: z.string() })).default({}),
})

export type ComposeService = z.infer<typeof service>
export type ComposeFile = z.infer<typeof file>

/** Reads a compose file with these variables. A missing required one throws the message of the file. */
export function readCompose(path: string, variables: Readonly<Record<string, string>>): ComposeFile {
  const tree: unknown = parse(readFileSync(path, 'utf8'), { merge: true })
  return file.parse(mapTexts(tree, (text) => interpolate(text, variables)))
}

const VARIABLE = /\$(?:\$|\{(?<name>\w+)(?::(?<operator>[-?])(?<rest>[^}]*))?\})/g

function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  let result = ''
  let end = 0
  for (const found of text.matchAll(VARIABLE)) {
    const { name = '', operator, rest = '' } = found.groups ?? {}
    const value = variables[name] ?? ''
    if (value === '' && operator === '?') throw new Error(`required variable ${name} is missing: ${rest}`)
    const isDefault = value === '' && operator === '-'
    result += text.slice(end, found.index) + (found[0] === '$$' ? '$' : isDefault ? rest : value)
    end = found.index + found[0].length
  }
  return result + text.slice(end)
}

function mapTexts(tree: unknown, change: (text: string) => string): unknown {
  if (typeof tree === 'string') return change(tree)
  if (Array.isArray(tree)) return tree.map((it: unknown) => mapTexts(it, change))
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, mapTexts(value, change)]))
}

export const servicesOf = ({ services }: ComposeFile): [name: string, service: ComposeService][] =>
  Object.entries(services)

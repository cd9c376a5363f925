/* Parses the Dockerfile instructions that this project uses; any other is an error. */

export type Step =
  | { readonly kind: 'run'; readonly command: string }
  | {
      readonly kind: 'copy'
      readonly from: string | null
      readonly sources: readonly string[]
      readonly target: string
      readonly owner: string | null
    }
  | { readonly kind: 'env'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'workdir' | 'user' | 'stopsignal' | 'expose'; readonly value: string }
  | { readonly kind: 'volume' | 'command'; readonly values: readonly string[] }
  | { readonly kind: 'healthcheck'; readonly options: string; readonly command: readonly string[] }

export type Stage = { readonly base: string; readonly name: string | null; readonly steps: readonly Step[] }

/** Splits into instructions: removes comments and joins continued lines. */
const instructionsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function readDockerfile(text: string): Stage[] {
  const stages: { base: string; name: string | null; steps: Step[] }[] = []
  for (const line of instructionsOf(text)) {
    const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/s.exec(line) ?? []
    const keyword = word.toUpperCase()
    if (keyword === 'FROM') {
      const [, base = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? []
      stages.push({ base, name: name ?? null, steps: [] })
    } else stages.at(-1)?.steps.push(readStep(keyword, rest))
  }
  return stages
}

function readStep(keyword: string, rest: string): Step {
  switch (keyword) {
    case 'RUN':
      return { kind: 'run', command: rest }
    case 'COPY':
      return readCopy(rest)
    case 'ENV':
      return {
        kind: 'env',
        values: Object.fromEntries(
          [...rest.matchAll(/(\w+)=(\S*)/g)].map(([, name = '', value = '']) => [name, value]),
        ),
      }
    case 'WORKDIR':
      return { kind: 'workdir', value: rest }
    case 'USER':
      return { kind: 'user', value: rest }
    case 'STOPSIGNAL':
      return { kind: 'stopsignal', value: rest }
    case 'EXPOSE':
      return { kind: 'expose', value: rest }
    case 'VOLUME':
      return { kind: 'volume', values: listOf(rest) }
    case 'CMD':
      return { kind: 'command', values: listOf(rest) }
    case 'HEALTHCHECK': {
      const [options = '', command = ''] = rest.split(/\s*CMD\s+/)
      return { kind: 'healthcheck', options, command: listOf(command) }
    }
    default:
      throw new Error(`The Dockerfile has ${keyword}, which scripts/image/dockerfile.ts does not know.`)
  }
}

function readCopy(rest: string): Step {
  const words = rest.split(/\s+/)
  const flags = Object.fromEntries(
    words.filter((it) => it.startsWith('--')).map((it) => it.slice(2).split('=')),
  )
  const paths = words.filter((it) => !it.startsWith('--'))
  return {
    kind: 'copy',
    from: flags['from'] ?? null,
    owner: flags['chown'] ?? null,
    sources: paths.slice(0, -1),
    target: paths.at(-1) ?? '',
  }
}

/** Exec form as a JSON list. The shell form would keep signals from the server. */
function listOf(text: string): string[] {
  if (!text.startsWith('[')) throw new Error(`Write this as a JSON list in the Dockerfile: ${text}`)
  return JSON.parse(text)
}

/** Whether .dockerignore excludes a path. */
export function createIgnore(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const source = line
        .replaceAll(/[.+^${}()|[\]]/g, '\\$&')
        .replaceAll(/\*\*\/|\*/g, (it) => (it === '*' ? '[^/]*' : '(.*/)?'))
      return new RegExp(`^${source}(/|$)`)
    })
  return (path) => patterns.some((it) => it.test(path))
}

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createIgnore, readDockerfile, type Stage, type Step } from './dockerfile.ts'
import { enterScript, mountScript } from './enter.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The account of the official Node image. */
const ACCOUNT = { passwd: 'node:x:1000:1000::/home/node:/bin/bash', group: 'node:x:1000:' }

/** A finished build stage with the settings that an engine stores beside the layers. */
export type Image = {
  readonly base: string
  layers: readonly string[]
  /** Directories of this machine that the image would not have. */
  readonly hidden: readonly string[]
  workdir: string
  env: Record<string, string>
  user: string | null
  command: readonly string[]
  volumes: readonly string[]
  healthcheck: { readonly options: string; readonly command: readonly string[] } | null
  stopSignal: string | null
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/**
 * Executes the project's Dockerfile. Writes the layer of the last stage to DIRECTORY/layers/last and its settings to
 * image.json.
 */
export function buildImage(directory: string, { isFresh }: { readonly isFresh: boolean }): void {
  const context = copyContext(join(directory, 'context'))
  const built = new Map<string, Image>()
  const stages = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
  stages.forEach((stage, index) => {
    const name = stage.name ?? (index === stages.length - 1 ? 'last' : String(index))
    say(`stage ${name}: ${stage.base}`)
    const image = openStage(directory, name, stage)
    if (index === 0 && !isFresh) addKeptPackages(directory, image)
    for (const step of stage.steps)
      perform(step, image, { directory: join(directory, 'stages', name), context, built })
    built.set(name, image)
    writeFileSync(join(directory, 'image.json'), JSON.stringify(image, null, 2))
  })
}

/** Copies the build context: the project without files that .dockerignore excludes. */
function copyContext(target: string): string {
  const isIgnored = createIgnore(readFileSync(join(ROOT, '.dockerignore'), 'utf8'))
  cpSync(ROOT, target, {
    recursive: true,
    filter: (path) => path === ROOT || !isIgnored(relative(ROOT, path)),
  })
  return target
}

function openStage(directory: string, name: string, { base }: Stage): Image {
  const layers = [standIn(directory, base), join(directory, 'layers', name)]
  for (const layer of [...layers, join(directory, 'stages', name)]) mkdirSync(layer, { recursive: true })
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
  return {
    base,
    layers,
    env,
    workdir: '/',
    user: null,
    command: [],
    volumes: [],
    healthcheck: null,
    stopSignal: null,
    hidden: [ROOT],
  }
}

/** Uses this machine's Debian as the base image and adds what the base image has beyond it. */
function standIn(directory: string, base: string): string {
  const layer = join(directory, 'bases', base.replaceAll(/\W/g, '-'))
  if (existsSync(layer)) return layer
  mkdirSync(join(layer, 'etc'), { recursive: true })
  if (base.startsWith('node:')) {
    mkdirSync(join(layer, 'usr/local/bin'), { recursive: true })
    putFile(join(ROOT, 'node_modules/node/bin/node'), join(layer, 'usr/local/bin/node'))
    for (const [file, line] of Object.entries(ACCOUNT)) {
      const others = readFileSync(`/etc/${file}`, 'utf8').replaceAll(/^\w+:\w*:1000:.*\n/gm, '')
      writeFileSync(join(layer, 'etc', file), `${others}${line}\n`)
    }
  } else if (base.startsWith('postgres:')) {
    const major = /postgres:(\d+)/.exec(base)?.[1] ?? ''
    const own = spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/ | tail -1']).stdout.toString().trim()
    if (!own)
      throw new Error(
        'The client programs of PostgreSQL are needed on this machine: apt-get install postgresql-client',
      )
    if (!own.endsWith(`/${major}/`)) {
      say(`  ${base}: ${own} of this machine stands for ${major}`)
      mkdirSync(join(layer, 'usr/lib/postgresql'), { recursive: true })
      symlinkSync(own, join(layer, 'usr/lib/postgresql', major))
    }
  } else throw new Error(`Nothing on this machine stands for ${base}.`)
  return layer
}

/** Hard link if possible; lower layers are never written to. */
function putFile(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}

/**
 * Adds the packages installed in this checkout below the stage's own layer, so that its install step has nothing to
 * do.
 */
function addKeptPackages(directory: string, image: Image): void {
  const layer = join(directory, 'layers/kept-packages')
  const target = join(layer, 'lounge')
  mkdirSync(target, { recursive: true })
  const { status } = spawnSync('cp', ['-al', join(ROOT, 'node_modules'), target])
  if (status !== 0) spawnSync('cp', ['-a', join(ROOT, 'node_modules'), target])
  say('  the packages installed in this checkout are taken as a kept layer')
  image.layers = image.layers.toSpliced(1, 0, layer)
}

type At = { readonly directory: string; readonly context: string; readonly built: ReadonlyMap<string, Image> }

function perform(step: Step, image: Image, at: At): void {
  switch (step.kind) {
    case 'env':
      image.env = { ...image.env, ...step.values }
      break
    case 'workdir':
      image.workdir = posix.resolve(image.workdir, step.value)
      mkdirSync(join(image.layers.at(-1) ?? '', image.workdir), { recursive: true })
      break
    case 'user':
      image.user = step.value
      break
    case 'command':
      image.command = step.values
      break
    case 'volume':
      image.volumes = step.values
      break
    case 'healthcheck':
      image.healthcheck = step
      break
    case 'stopsignal':
      image.stopSignal = step.value
      break
    case 'run':
      say(`  RUN ${step.command.slice(0, 100)}`)
      runIn(image, at.directory, step.command)
      break
    case 'copy':
      say(`  COPY ${step.from ? `from ${step.from}: ` : ''}${step.sources.join(' ')} -> ${step.target}`)
      copy(step, image, at)
      break
    case 'expose':
      break
  }
}

function runIn(image: Image, at: string, command: string): void {
  // Skipped: this machine's own packages take the place of those in the image.
  if (/\bapt-get (update|install)\b/.test(command)) {
    say('    skipped: the packages of this machine stand for those that apt-get would install')
    return
  }
  const script = enterScript(image, { at, isReadOnly: false, user: image.user })
  inNamespace(script, ['sh', '-ec', command], image.env)
}

function copy(step: Extract<Step, { kind: 'copy' }>, image: Image, { directory, context, built }: At): void {
  const source = step.from === null ? null : built.get(step.from)
  if (source === undefined) throw new Error(`COPY --from=${step.from ?? ''}: there is no such stage.`)
  const from = join(directory, 'from')
  const target = posix.resolve(image.workdir, step.target)
  const isInto = step.target.endsWith('/') || step.sources.length > 1
  const script = [
    mountScript(image.layers, directory, false),
    source ? mountScript(source.layers, from, true) : `mkdir -p ${from}\nln -sfn ${context} ${from}/root`,
    `to=${directory}/root${target}`,
    `for path in ${step.sources.map((it) => `${from}/root/${it}`).join(' ')}; do`,
    '  if [ -d "$path" ]; then mkdir -p "$to"; cp -a "$path/." "$to/"',
    `  else mkdir -p "${isInto ? '$to' : '$(dirname "$to")'}"; cp -a "$path" "$to"; fi`,
    'done',
    step.owner ? `chroot ${directory}/root chown -R ${step.owner} ${target}` : '',
  ].join('\n')
  inNamespace(script, [], process.env)
}

function inNamespace(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): void {
  const namespace = ['--mount', '--pid', '--fork', '--kill-child']
  const done = spawnSync('unshare', [...namespace, 'sh', '-ec', script, 'sh', ...args], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (done.status !== 0) throw new Error('This step of the Dockerfile failed: see above.')
}

import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../scripts/free-port.ts'
import { readConfig, SETTING_NAMES } from '#platform/config/config.ts'
import { OLD_NAMES } from '#platform/config/settings/renamed.ts'
import { readEvent } from '#platform/payments-gateways/stripe-events.ts'
import { exitOf, startApp } from '../support/server.ts'

/* The operating guide, compared with the code; its commands that no other test runs are run here. */

const GUIDE = readFileSync('docs/operating.md', 'utf8')
const README = readFileSync('README.md', 'utf8')
const PACKAGE = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

const unique = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.flatMap((name) => name ?? []))].toSorted((a, b) => a.localeCompare(b))

const found = (text: string, pattern: RegExp): string[] =>
  unique([...text.matchAll(pattern)].flatMap((match) => match.slice(1)))

/** The rows of the table whose first column has this heading, cell by cell. */
function rowsOf(title: string): string[][] {
  const lines = GUIDE.split('\n').map((line) => line.trim())
  const start = lines.findIndex((line) => line.startsWith(`| ${title} `))
  expect(start, `the guide has no table "${title}"`).toBeGreaterThan(-1)
  const after = lines.slice(start + 2)
  const end = after.findIndex((line) => !line.startsWith('|'))
  const cellsOf = (line: string): string[] => line.split('|').slice(1, -1)
  return after.slice(0, end).map((line) => cellsOf(line).map((cell) => cell.trim()))
}

const bare = (cell = ''): string => cell.replaceAll('`', '')

const SERVICE_ACCOUNT = JSON.stringify({
  client_email: 'passes@example.iam.gserviceaccount.com',
  private_key: '-----BEGIN PRIVATE KEY-----\nMA==\n-----END PRIVATE KEY-----',
})

/** The guide shortens certificates and keys to how they begin. */
const wholeKey = (example: string): string =>
  example
    .replace(/^-----BEGIN (.+)-----…$/, '-----BEGIN $1-----\nMA==\n-----END $1-----')
    .replace(/^\{"type": "service_account", …\}$/, SERVICE_ACCOUNT)

const sourceFiles = (): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => readFileSync(join('src', path), 'utf8'))

describe('settings in the guide', () => {
  const rows = rowsOf('setting')

  test('are those of the code, each of them once', () => {
    const named = rows.map(([name]) => bare(name))
    expect(named.toSorted()).toEqual([...SETTING_NAMES].toSorted())
  })

  test('are called by their names everywhere', () => {
    // A constant of the code, an example of a misspelling, and a pattern of names.
    const others = ['HOLD_LIMITS', 'SMPT_URL', 'NAME_FILE']
    const known = new Set([
      ...SETTING_NAMES,
      ...SETTING_NAMES.map((name) => `${name}_FILE`),
      ...OLD_NAMES,
      ...others,
    ])
    const named = found(GUIDE, /\b([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b/g)
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  test('have the defaults of .env.example', () => {
    const given = new Map(
      [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z][A-Z\d_]+)=(.+)$/gm)].map((match) => [
        match[1],
        match[2],
      ]),
    )
    const different = rows.filter(([name, , value]) => {
      const theirs = given.get(bare(name))
      return theirs !== undefined && theirs !== bare(value)
    })
    expect(different).toEqual([])
    expect(given.size).toBeGreaterThan(10)
  })

  test('have examples that the server accepts, all together', () => {
    const examples = rows.map(([name, , , example]) => [bare(name), bare(example)] as const)
    expect(examples.filter(([, example]) => example === '')).toEqual([])
    const env = Object.fromEntries(
      examples
        .map(([name, example]) => [name, wholeKey(example)] as const)
        .filter(([, example]) => !example.includes('…')),
    )
    expect(readConfig(env).origin).toBe('https://example.com')
  })
})

describe('names in the guide', () => {
  test('of npm scripts are in package.json', () => {
    const named = found(GUIDE + README, /npm run ([a-z](?:[\w:-]*\w)?)/g)
    expect(named.filter((name) => !(name in PACKAGE.scripts))).toEqual([])
    expect(named.length).toBeGreaterThan(8)
  })

  test('of files are those of files that are there', () => {
    const linked = found(GUIDE, /\]\((?!https?:|#)([^)#]+)/g).map((path) => normalize(join('docs', path)))
    const named = found(GUIDE, /(?<![\w@./-])((?:bench|db|deploy|docs|scripts|src|tests)\/[\w./-]*\w)/g)
    const files = unique([...linked, ...named, ...found(GUIDE, /([\w.]*compose[\w.]*\.yaml)/g)])
    expect(files.filter((path) => !existsSync(path))).toEqual([])
    expect(files.length).toBeGreaterThan(15)
  })

  test('of sections, and those in the README, lead to headings', () => {
    const anchors = new Set(
      found(GUIDE, /^#{1,4} (.+)$/gm).map((heading) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      ),
    )
    const linked = [
      ...found(GUIDE, /\]\(#([^)]+)\)/g),
      ...found(README, /\]\(docs\/operating\.md#([^)]+)\)/g),
    ]
    expect(linked.filter((anchor) => !anchors.has(anchor))).toEqual([])
    expect(linked.length).toBeGreaterThan(10)
  })

  test('of alerts are rules of deploy/alerts.yml', () => {
    const rules = found(readFileSync('deploy/alerts.yml', 'utf8'), /- alert: (\w+)/g)
    expect(found(GUIDE, /\b(Lounge[A-Z]\w+)/g).filter((name) => !rules.includes(name))).toEqual([])
  })

  test('of log events are all that the code writes, and no others', () => {
    const described = unique(rowsOf('`event`').flatMap(([codes]) => found(codes ?? '', /`([\w.]+)`/g)))
    const written = sourceFiles().flatMap((text) => [
      ...found(text, /\bevent(?:: | = )(?:\w+ \? )?'([a-z_]+\.[a-z_]+)'(?: : '([a-z_.]+)')?/g),
      // A semaphore with a limit logs a code of its own name.
      ...found(text, /createSemaphore\(\{ queue: '(\w+)'/g).map((queue) => `${queue}.queue_full`),
    ])
    expect(described).toEqual(unique(written))
  })

  test('of log events are given by every line that the code writes', () => {
    const calls = sourceFiles().flatMap((text) => [
      ...text.matchAll(
        /\b[lL]og(?:ger)?(?:\?)?(?:\.(?:debug|info|warn|error|fatal)|\[[^\]]+\])\(\s*(\w+|\{[^]*?\})/g,
      ),
    ])
    // `entry` is the line of a request, whose event stands where it is put together.
    const without = calls
      .map(([, fields = '']) => fields)
      .filter((it) => !/\bevent\b/.test(it) && it !== 'entry')
    expect(without).toEqual([])
    expect(calls.length).toBeGreaterThan(50)
  })

  test('of events of the payment provider are all that the webhook reads, and no others', () => {
    const listed = rowsOf('event').map(([name]) => bare(name))
    const source = readFileSync('src/platform/payments-gateways/stripe-events.ts', 'utf8')
    expect(listed.toSorted()).toEqual(found(source, /'((?:checkout|charge|refund)\.[a-z_.]+)'/g))
    const about = (type: string) =>
      readEvent(
        JSON.stringify({
          id: 'evt_1',
          type,
          created: 1,
          data: { object: { id: 'x', payment_intent: 'pi_1' } },
        }),
      )?.about.kind
    for (const type of listed) expect(about(type)).toMatch(/^(checkout|refunds|dispute)$/)
    expect(about('customer.created')).toBe('other')
  })
})

/** Test file that runs each command of the guide. Flags are part of a command, arguments are not. */
const RUN_BY: Readonly<Record<string, string>> = {
  backup: 'backup-schedule',
  'backup --list': 'backup-schedule',
  'backup --new-key': 'backup',
  'restore --key --to': 'backup',
  'restore --at --key --to': 'point-in-time',
  'restore --at --to': 'point-in-time',
  'drill --key': 'point-in-time',
  story: 'story',
  'story --log': 'story',
  psql: 'psql',
  'psql -c': 'psql',
  doctor: 'guide',
  'doctor --send-mail': '../doctor-mistakes',
  staff: 'guide',
}
const OPERATORS = ['backup', 'restore', 'drill', 'story', 'psql', 'doctor', 'staff']
const FLAG = /(?<=\s)(--?[a-z][\w-]*)/g

const COMMANDS = [...GUIDE.matchAll(/npm run (\w+)((?: -- [^`\n#|]*)?)/g)]
  .map(([, script = '', args = '']) => ({ script, args: args.replace(/^ -- /, '').trim() }))
  .filter(({ script }) => OPERATORS.includes(script))
const STATEMENTS = found(GUIDE, /npm run psql -- -c "([^"]+)"/g)

describe('commands in the guide', () => {
  test('are each run by a test', () => {
    const named = unique(
      COMMANDS.map(({ script, args }) =>
        [script, ...found(` ${args.replace(/"[^"]*"/, '')}`, FLAG)].join(' '),
      ),
    )
    expect(named.filter((command) => !(command in RUN_BY))).toEqual([])
    for (const command of named) {
      const [, ...flags] = command.split(' ')
      const text = readFileSync(`tests/operations/${RUN_BY[command]}.test.ts`, 'utf8')
      const lacking = flags.filter((flag) => !text.includes(flag === '--send-mail' ? 'mailTo' : flag))
      expect(lacking, command).toEqual([])
    }
  })

  let dataDir = ''
  afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

  /** Runs a script of package.json from a shell. */
  async function npmRun(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const child = spawn('npm', ['run', '--silent', ...args], {
      env: { PATH: process.env['PATH'] ?? '', HOME: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    return { code: await exitOf(child), output }
  }

  test('do what it says beside a server that runs, and its addresses and metrics are there', async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lounge-guide-'))
    const metricsPort = String(await freePort())
    const settings = { DATA_DIR: dataDir, METRICS_PORT: metricsPort }
    const server = await startApp({ env: { ...settings, BACKUP_TO: join(dataDir, 'backups') } })
    const env = { ...settings, PORT: new URL(server.origin).port }
    expect(await (await server.get('/healthz')).text()).toBe('ok\n')
    expect(await (await server.get('/readyz')).text()).toBe('ready\n')

    const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const exported = found(figures, /^# TYPE (\w+) /gm)
    const named = found(GUIDE, /(?<![\w/])((?:lounge|process|nodejs)_[a-z\d_]+)\b/g)
    expect(named.filter((name) => !exported.includes(name))).toEqual([])
    const unnamed = exported.filter((name) => name.startsWith('lounge_') && !named.includes(name))
    expect(unnamed).toEqual([])

    const examined = await npmRun(env, 'doctor')
    expect(examined).toMatchObject({ code: 0, output: expect.stringContaining(' 0 to mend') })
    const added = await npmRun(env, 'staff', '--', 'add', 'owner@guide.example')
    expect(added).toMatchObject({ code: 0, output: expect.stringContaining('A new owner') })
    const reset = await npmRun(env, 'staff', '--', 'reset', 'owner@guide.example')
    expect(reset).toMatchObject({ code: 0, output: expect.stringContaining('A new password') })
    expect(STATEMENTS.length).toBeGreaterThan(3)
    for (const statement of STATEMENTS) {
      // oxlint-disable-next-line no-await-in-loop -- two processors are shared
      const { code, output } = await npmRun(env, 'psql', '--', '-c', statement)
      expect(output, statement).toMatch(/^\(\d+ rows?\)$|^(UPDATE|DELETE) \d+$/m)
      expect(code, statement).toBe(0)
    }
    expect(await server.stop()).toBe(0)
  })
})

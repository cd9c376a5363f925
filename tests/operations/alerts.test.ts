import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { freePort } from '../../scripts/free-port.ts'
import { cloneDatabase } from '../support/database.ts'
import { startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { describeWith, runTool, startServer } from './servers.ts'
import { SEND_MAIL } from '#features/emails/rules.ts'

const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.object({ summary: z.string(), todo: z.string() }),
})
const RULES = z
  .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
  .parse(parse(readFileSync('deploy/alerts.yml', 'utf8')))
  .groups.flatMap((it) => it.rules)

const directory = mkdtempSync(join(tmpdir(), 'lounge-alerts-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const HOST = 'job="lounge",instance="app-1:9464"'
const series = (name: string, values: string, labels = ''): [string, string] => [
  `${name}{${HOST}${labels && `,${labels}`}}`,
  values,
]
const request = (status: number, values: string, route = 'home'): [string, string] =>
  series('lounge_http_requests_total', values, `route="${route}",method="GET",status="${status}"`)
const mail = (outcome: string, values: string): [string, string] =>
  series('lounge_jobs_total', values, `task="send_mail",outcome="${outcome}"`)
const issues = (kind: string, values: string): [string, string] =>
  series('lounge_payment_issues', values, `kind="${kind}"`)
const queue = (state: string, values: string): [string, string] =>
  series('lounge_queue_jobs', values, `task="send_mail",state="${state}"`)

/** A healthy evening, minute by minute: every metric that the alerts read. */
const HEALTHY: Readonly<Record<string, string>> = Object.fromEntries([
  series('up', '1x60'),
  series('lounge_ready', '1x60'),
  request(200, '0+600x60'),
  request(503, '0+0.02x60'),
  request(503, '0+30x60', 'readyz'),
  series('lounge_unavailable_total', '0+1x60', 'component="holds"'),
  series('lounge_unavailable_total', '0+100x60', 'component="database"'),
  issues('refund_failed', '0x60'),
  issues('dispute', '0x60'),
  series('lounge_queue_lag_seconds', '4x60', 'task="send_mail"'),
  queue('waiting', '40x60'),
  queue('failed', '0x60'),
  mail('done', '0+10x60'),
  mail('failed', '0+1x60'),
  series('lounge_backup_age_seconds', '3600+60x60'),
  series('lounge_backup_failing', '0x60'),
  series('lounge_wal_unarchived_bytes', '32e6x60'),
  series('lounge_disk_free_bytes', '60e9x60'),
  series('lounge_disk_size_bytes', '100e9x60'),
  series('nodejs_eventloop_lag_p99_seconds', '0.03x60'),
  series('process_resident_memory_bytes', '350e6x60'),
  series('lounge_database_connections', '0x60', 'state="waiting"'),
  series('lounge_database_connections', '10x60', 'state="total"'),
  series('lounge_unhandled_rejections_total', '0x60'),
  series('lounge_component_restarts_total', '0+0.05x60', 'component="jobs"'),
  series('lounge_first_process_restarts_total', '0x60', 'component="process"'),
])

const INSTANCE = { instance: 'app-1:9464' }
const BOTH = { ...INSTANCE, job: 'lounge' }

type Case = {
  readonly alert: string
  readonly when: readonly [string, string][]
  readonly labels?: Record<string, string>
}

/** Failures half an hour into the evening, and the labels of the alert that must fire. */
const CASES: readonly Case[] = [
  { alert: 'LoungeDown', when: [series('up', '1x30 0x30')], labels: BOTH },
  { alert: 'LoungeNotReady', when: [series('lounge_ready', '1x30 0x30')], labels: BOTH },
  { alert: 'LoungeErrors', when: [request(500, '0x30 0+10x30')] },
  {
    alert: 'LoungeOverloaded',
    when: [series('lounge_unavailable_total', '0x30 0+20x30', 'component="images"')],
    labels: { component: 'images' },
  },
  { alert: 'LoungeRefundFailed', when: [issues('refund_failed', '0x30 1x30')] },
  { alert: 'LoungePaymentIssue', when: [issues('dispute', '0x30 2x30')], labels: { kind: 'dispute' } },
  {
    alert: 'LoungeJobsLate',
    when: [series('lounge_queue_lag_seconds', '4x30 400+60x30', 'task="send_mail"')],
    labels: { task: 'send_mail' },
  },
  { alert: 'LoungeJobsFailed', when: [queue('failed', '0x30 1x30')], labels: { task: 'send_mail' } },
  { alert: 'LoungeMailFails', when: [mail('failed', '0x30 0+4x30'), mail('done', '0+10x30 300x30')] },
  { alert: 'LoungeBackupOld', when: [series('lounge_backup_age_seconds', '98000+60x60')] },
  { alert: 'LoungeBackupFails', when: [series('lounge_backup_failing', '0x25 1x35')] },
  { alert: 'LoungeLogNotShipped', when: [series('lounge_wal_unarchived_bytes', '32e6x30 520e6x30')] },
  { alert: 'LoungeDiskFull', when: [series('lounge_disk_free_bytes', '60e9x30 9e9x30')], labels: INSTANCE },
  {
    alert: 'LoungeEventLoopSlow',
    when: [series('nodejs_eventloop_lag_p99_seconds', '0.03x30 0.8x30')],
    labels: INSTANCE,
  },
  {
    alert: 'LoungeMemoryHigh',
    when: [series('process_resident_memory_bytes', '350e6x30 1.2e9x30')],
    labels: INSTANCE,
  },
  {
    alert: 'LoungeDatabaseConnectionsShort',
    when: [series('lounge_database_connections', '0x30 12x30', 'state="waiting"')],
    labels: INSTANCE,
  },
  { alert: 'LoungeUnhandledRejections', when: [series('lounge_unhandled_rejections_total', '0x52 1x8')] },
  {
    alert: 'LoungeRestarts',
    when: [series('lounge_first_process_restarts_total', '0x30 0+1x30', 'component="process"')],
    labels: { component: 'process' },
  },
]

/** A promtool test case: the alerts that fire an hour into the evening. */
function expectAlerts(figures: Readonly<Record<string, string>>, expected: readonly Case[]): unknown {
  return {
    interval: '1m',
    input_series: Object.entries(figures).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: RULES.map(({ alert, labels: own, annotations }) => ({
      eval_time: '60m',
      alertname: alert,
      exp_alerts: expected
        .filter((it) => it.alert === alert)
        .map(({ labels = {} }) => ({
          exp_labels: { ...own, ...labels },
          exp_annotations: Object.fromEntries(
            Object.entries(annotations).map(([key, text]) => [key, fillIn(text, { ...own, ...labels })]),
          ),
        })),
    })),
  }
}

const fillIn = (text: string, labels: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_all, name: string) => labels[name] ?? '')

describeWith(['promtool'], 'the alert rules', () => {
  const runTests = (name: string, tests: readonly unknown[]): string => {
    const rules = join(process.cwd(), 'deploy/alerts.yml')
    writeFileSync(
      join(directory, name),
      JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }),
    )
    const { stdout, stderr } = runTool('promtool', ['test', 'rules', join(directory, name)])
    return stdout + stderr
  }

  test('are rules and a configuration that Prometheus accepts', () => {
    for (const args of [
      ['check', 'rules', 'deploy/alerts.yml'],
      ['check', 'config', 'deploy/prometheus.yml'],
    ]) {
      const { stdout, stderr, status } = runTool('promtool', args)
      expect(stdout + stderr).toContain('SUCCESS')
      expect(status).toBe(0)
    }
  })

  test('are all silent on a good evening', () => {
    expect(runTests('well.json', [expectAlerts(HEALTHY, [])])).toContain('SUCCESS')
  })

  test('have a case each', () => {
    expect(CASES.map((it) => it.alert)).toEqual(RULES.map((it) => it.alert))
  })

  test.each(CASES)('$alert fires, and no other', (it) => {
    const tests = [expectAlerts({ ...HEALTHY, ...Object.fromEntries(it.when) }, [it])]
    expect(runTests(`${it.alert}.json`, tests)).toContain('SUCCESS')
  })
})

describe('what the alert rules read', () => {
  const named = new Set(RULES.flatMap(({ expr }) => expr.match(/\b(?:lounge|process|nodejs)_\w+/g) ?? []))

  test('is exported by a server that runs', async () => {
    const metricsPort = await freePort()
    const { url } = await cloneDatabase(TODAY_TEMPLATE)
    const server = await startApp({ env: { DATABASE_URL: url, METRICS_PORT: String(metricsPort) } })
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const exported = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map((it) => it[1]))
    expect([...named].filter((name) => !exported.has(name))).toEqual([])
    expect(text).toMatch(/^lounge_ready 1$/m)
    expect(text).toMatch(/^lounge_payment_issues\{kind="refund_failed"\} 0$/m)
    expect(Number(/^lounge_disk_free_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
    expect(text).toMatch(/^lounge_database_connections\{state="waiting"\} 0$/m)
    expect(RULES.find((it) => it.alert === 'LoungeMailFails')?.expr).toContain(`task="${SEND_MAIL}"`)
    expect(await server.stop()).toBe(0)
  })
})

describeWith(['prometheus'], 'Prometheus with the configuration of deploy/', () => {
  test('scrapes a server, and no alert fires', async () => {
    const [metricsPort, port] = [await freePort(), await freePort()]
    const { url } = await cloneDatabase(TODAY_TEMPLATE)
    const server = await startApp({ env: { DATABASE_URL: url, METRICS_PORT: String(metricsPort) } })
    await startServer('prometheus', {
      port,
      config: readFileSync('deploy/prometheus.yml', 'utf8')
        .replace("'app-1:9464', 'app-2:9464'", `'127.0.0.1:${metricsPort}'`)
        .replaceAll('interval: 15s', 'interval: 1s'),
      files: { 'alerts.yml': readFileSync('deploy/alerts.yml', 'utf8') },
    })
    const ask = async (path: string): Promise<string> =>
      JSON.stringify(await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json())
    await expect.poll(() => ask('query?query=lounge_ready'), { timeout: 60_000 }).toMatch(/"1"\]/)
    await expect.poll(() => ask('rules?type=alert'), { timeout: 60_000 }).not.toContain('"health":"unknown"')
    expect(await ask('rules?type=alert')).not.toContain('"health":"err"')
    expect(await ask('alerts')).toContain('"alerts":[]')
    expect(await server.stop()).toBe(0)
  })
})

/**
 * `npm run bench:http`: cached pages at 50 connections, the server on one core, alternating with a bare `node:http`
 * server that sends the same bytes from the same core, so that noise of the machine affects both. The result is
 * requests per second of the server's CPU time, because the load generator is often the slower side.
 */
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { median, openMeasuredApp, printTable, say, spawnPinned, untilItSays } from './server.ts'
import { freePort } from '../scripts/free-port.ts'

const PAGES = ['/', '/menu', '/events/lone-star-highlife']
const ROUNDS = 5
const SECONDS = 4
const SERVER_CORE = 0
const CONNECTIONS = 50
const TICKS_A_SECOND = 100
const WANTED_RATIO = 0.6

type Server = { readonly url: string; readonly pid: number }
type Round = { readonly perSecond: number; readonly perCoreSecond: number }

/** CPU seconds used by a process, including kernel time. Linux only; elsewhere wall-clock time is used. */
function coreSeconds(pid: number): number {
  if (process.platform !== 'linux') return performance.now() / 1000
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}

async function runRound({ url, pid }: Server): Promise<Round> {
  const before = coreSeconds(pid)
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { 'Accept-Encoding': 'br' },
  })
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} not 2xx`)
  const answered = result.requests.total
  return { perSecond: result.requests.average, perCoreSecond: answered / (coreSeconds(pid) - before) }
}

async function measurePage(app: Server, path: string): Promise<string[]> {
  const port = await freePort()
  const bare = spawnPinned(['bench/bare-server.mjs', String(port), app.url, path], { core: SERVER_CORE })
  await untilItSays(bare, 'listening')
  const ours = { ...app, url: app.url + path }
  const theirs = { url: `http://localhost:${port}/`, pid: bare.pid ?? 0 }
  // Renders all cache variants of the chart first; later requests are served from memory.
  await Promise.all(Array.from({ length: 60 }, () => fetch(ours.url)))
  await runRound(ours)
  const rounds: { ours: Round; theirs: Round }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- both alternate on one core
    rounds.push({ ours: await runRound(ours), theirs: await runRound(theirs) })
  }
  bare.kill()
  const figures = [
    median(rounds.map((it) => it.ours.perSecond)),
    median(rounds.map((it) => it.ours.perCoreSecond)),
    median(rounds.map((it) => it.theirs.perCoreSecond)),
  ]
  const ratio = median(rounds.map((it) => it.ours.perCoreSecond / it.theirs.perCoreSecond))
  return [path, ...figures.map((it) => it.toFixed(0)), ratio.toFixed(2)]
}

const app = await openMeasuredApp({ core: SERVER_CORE })
const rows: string[][] = []
for (const path of PAGES) {
  say(`measuring ${path}`)
  // oxlint-disable-next-line no-await-in-loop -- one page at a time on one core
  rows.push(await measurePage({ url: app.origin, pid: app.pid }, path))
}
await app.stop()
printTable(['page', 'requests/s', 'per core-second', 'bare node:http per core-second', 'ratio'], rows)
const missed = rows.filter(([, , ours, , ratio]) => Number(ours) < 3000 || Number(ratio) < WANTED_RATIO)
say(
  missed.length === 0
    ? `Reached: at least 3,000 a core-second and ${WANTED_RATIO} of the bare server.`
    : `MISSED the 3,000 a core-second or the ${WANTED_RATIO}.`,
)
process.exitCode = missed.length === 0 ? 0 : 1

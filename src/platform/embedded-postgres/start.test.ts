import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './start.ts'
import { cleanUp, newDataDir, query, serverPid, startInChild } from './test-kit.ts'

afterEach(cleanUp)

const processGroupOf = (pid: number | undefined): string =>
  spawnSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()

test('the first start creates a database, and the second finds the rows of the first', async () => {
  const dataDir = newDataDir()
  const first = await startEmbeddedPostgres({ dataDir })
  expect(first).toMatchObject({ firstStart: true, adopted: false })
  await query(first.connection, 'create table guest as select 7 as id')
  await first.stop()
  expect(serverPid(dataDir)).toBeUndefined()

  const second = await startEmbeddedPostgres({ dataDir })
  expect(second).toMatchObject({ firstStart: false, adopted: false })
  expect(await query(second.connection, 'select id from guest')).toEqual([{ id: 7 }])
  await second.stop()
  expect(fs.readdirSync(path.dirname(dataDir)).toSorted()).toEqual(['data', 'data.log'])
})

test('the server is reached by a private socket only, commits to disk, and takes settings', async () => {
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: newDataDir(),
    settings: { work_mem: '6MB' },
  })
  const names = ['listen_addresses', 'fsync', 'synchronous_commit', 'jit', 'work_mem']
  const rows = await query(
    connection,
    `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`,
  )
  expect(rows).toEqual([
    {
      listen_addresses: '',
      fsync: 'on',
      synchronous_commit: 'on',
      jit: 'off',
      work_mem: '6MB',
    },
  ])
  expect(fs.statSync(connection.host).mode & 0o077).toBe(0)
  await expect(query({ ...connection, password: 'wrong' }, 'select 1')).rejects.toThrow(/password/)
  await stop()
})

test('text is compared without a look at the libc, and characters beyond ASCII have a lower case', async () => {
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: newDataDir() })
  expect(await query(connection, `select lower('ÀÉŒ') as low`)).toEqual([{ low: 'àéœ' }])
  await stop()
})

test('Ctrl-C reaches Node but not the server', async () => {
  const dataDir = newDataDir()
  const { stop } = await startEmbeddedPostgres({ dataDir })
  expect(processGroupOf(serverPid(dataDir))).toBe(String(serverPid(dataDir)))
  expect(processGroupOf(process.pid)).not.toBe(String(serverPid(dataDir)))
  await stop()
})

test('a server that two processes share stops with the last of them, not with the one that started it', async () => {
  const dataDir = newDataDir()
  const starter = await startInChild({ dataDir })
  const joiner = await startEmbeddedPostgres({ dataDir })
  expect(joiner).toMatchObject({ adopted: true, firstStart: false })
  const pid = serverPid(dataDir)
  await starter.stop()
  expect(serverPid(dataDir)).toBe(pid)
  expect(await query(joiner.connection, 'select 1 as one')).toEqual([{ one: 1 }])

  const guest = await startInChild({ dataDir })
  await guest.stop()
  expect(serverPid(dataDir)).toBe(pid)
  await joiner.stop()
  expect(serverPid(dataDir)).toBeUndefined()
})

test('the orphan of a Node that was killed is adopted, and its adopter stops it', async () => {
  const dataDir = newDataDir()
  const first = await startInChild({ dataDir })
  const pid = serverPid(dataDir)
  await first.kill()
  expect(serverPid(dataDir)).toBe(pid)

  const second = await startEmbeddedPostgres({ dataDir })
  expect(second.adopted).toBe(true)
  expect(serverPid(dataDir)).toBe(pid)
  await second.stop()
  expect(serverPid(dataDir)).toBeUndefined()
})

test('a lost connection does not keep the last process from stopping the server', async () => {
  const dataDir = newDataDir()
  const { connection, stop } = await startEmbeddedPostgres({ dataDir })
  await query(
    connection,
    'select pg_terminate_backend(pid) from pg_stat_activity where usename is not null and pid <> pg_backend_pid()',
  )
  await stop()
  expect(serverPid(dataDir)).toBeUndefined()
})

test('committed rows survive a server that was killed', async () => {
  const dataDir = newDataDir()
  const { connection } = await startEmbeddedPostgres({ dataDir })
  await query(connection, 'create table booking as select generate_series(1, 1000) as id')
  process.kill(serverPid(dataDir) ?? 0, 'SIGKILL')

  const again = await startEmbeddedPostgres({ dataDir })
  expect(again).toMatchObject({ adopted: false, firstStart: false })
  expect(await query(again.connection, 'select count(*)::int as rows from booking')).toEqual([{ rows: 1000 }])
  await again.stop()
})

test('a pid file whose number now belongs to another process does not prevent a start', async () => {
  const dataDir = newDataDir()
  await (await startEmbeddedPostgres({ dataDir })).stop()
  const { uid, gid } = fs.statSync(dataDir)
  // Runs as the same user, as after a container restart, which PostgreSQL mistakes for a running server.
  const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
  try {
    const content = [stranger.pid, dataDir, 1_700_000_000, 5432, '.', '', '', 'ready'].join('\n')
    fs.writeFileSync(path.join(dataDir, 'postmaster.pid'), `${content}\n`)
    fs.chownSync(path.join(dataDir, 'postmaster.pid'), uid, gid)
    const { adopted, stop } = await startEmbeddedPostgres({ dataDir })
    expect(adopted).toBe(false)
    await stop()
    expect(stranger.exitCode).toBeNull()
  } finally {
    stranger.kill()
  }
})

test('four first starts at once end with one cluster and one server', async () => {
  const dataDir = newDataDir()
  const starts = await Promise.all([1, 2, 3, 4].map(() => startInChild({ dataDir })))
  const outcomes = starts.map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome.ok && outcome.firstStart)).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome.ok && !outcome.adopted)).toHaveLength(1)
  expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.connection.password)).size).toBe(1)

  await Promise.all(starts.map((start) => start.stop()))
  expect(serverPid(dataDir)).toBeUndefined()
  expect(fs.readdirSync(path.dirname(dataDir)).toSorted()).toEqual(['data', 'data.log'])
})

test('a path too long for a socket gets one elsewhere, which goes with the server', async () => {
  const dataDir = path.join(newDataDir(), 'x'.repeat(60), 'y'.repeat(60))
  const { connection, stop } = await startEmbeddedPostgres({ dataDir })
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(fs.statSync(connection.host).mode & 0o077).toBe(0)
  await stop()
  expect(fs.existsSync(connection.host)).toBe(false)
})

test('a socket elsewhere does not stay behind after a kill', async () => {
  const dataDir = path.join(newDataDir(), 'x'.repeat(60), 'y'.repeat(60))
  const first = await startEmbeddedPostgres({ dataDir })
  process.kill(serverPid(dataDir) ?? 0, 'SIGKILL')
  const second = await startEmbeddedPostgres({ dataDir })
  await second.stop()
  expect(fs.existsSync(first.connection.host)).toBe(false)
})

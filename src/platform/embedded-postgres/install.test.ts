import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './start.ts'
import {
  cleanUp,
  connectionOf,
  copyProject,
  newDataDir,
  query,
  root,
  serverPid,
  startInChild,
} from './test-kit.ts'

// Supported ways to install and start a project: users, restricted directories, npm options.

// Programs are copied here if the server's user can reach neither node_modules nor the data directory.
const sharedCopy = '/var/cache/lounge-postgres'
const sharedCopyIsOurs = !fs.existsSync(sharedCopy)

afterEach(cleanUp)
afterAll(() => {
  if (root && sharedCopyIsOurs) fs.rmSync(sharedCopy, { recursive: true, force: true })
})

const nobodyUid = 65_534
const withoutPtrace = ['setpriv', '--bounding-set', '-sys_ptrace', '--inh-caps', '-sys_ptrace']
const withoutSetuid = ['setpriv', '--bounding-set', '-setuid,-setgid', '--inh-caps', '-setuid,-setgid']
const hasSetpriv = root && spawnSync('setpriv', ['--version']).status === 0

test.runIf(root)('root starts it below directories that are closed to everyone else', async () => {
  const dataDir = newDataDir({ mode: 0o700 })
  const { code } = copyProject(path.dirname(dataDir))
  const first = await startInChild({ dataDir, code })
  expect(first.outcome).toMatchObject({ ok: true, firstStart: true })
  await query(connectionOf(first.outcome), 'create table kept (id int)')
  expect(fs.statSync(`/proc/${serverPid(dataDir)}`).uid).not.toBe(0)
  await first.stop()
  expect(serverPid(dataDir)).toBeUndefined()

  const second = await startInChild({ dataDir, code })
  expect(second.outcome).toMatchObject({ ok: true, firstStart: false })
  expect(await query(connectionOf(second.outcome), 'select * from kept')).toEqual([])
  await second.stop()
})

test.runIf(root)('a plain user starts it, and root after that leaves the files theirs', async () => {
  const dataDir = newDataDir({ uid: nobodyUid })
  const plain = await startInChild({ dataDir, uid: nobodyUid })
  expect(plain.outcome).toMatchObject({ ok: true, firstStart: true })
  await plain.stop()

  const { stop } = await startEmbeddedPostgres({ dataDir })
  await stop()
  const again = await startInChild({ dataDir, uid: nobodyUid })
  expect(again.outcome).toMatchObject({ ok: true, firstStart: false, adopted: false })
  await again.stop()
})

test.runIf(hasSetpriv)('root without the right to look into processes still adopts an orphan', async () => {
  const dataDir = newDataDir()
  const first = await startInChild({ dataDir, prefix: withoutPtrace })
  const pid = serverPid(dataDir)
  await first.kill()
  const second = await startInChild({ dataDir, prefix: withoutPtrace })
  expect(second.outcome).toMatchObject({ ok: true, adopted: true })
  expect(serverPid(dataDir)).toBe(pid)
  await second.stop()
  expect(serverPid(dataDir)).toBeUndefined()
})

test.runIf(hasSetpriv)('root that may not become another user is told to start as a plain one', async () => {
  const { outcome } = await startInChild({ dataDir: newDataDir(), prefix: withoutSetuid })
  expect(outcome).toMatchObject({
    code: 'unsupported_platform',
    message: expect.stringMatching(/root may not become another user here .*set DATABASE_URL/),
  })
})

test('the links that npm --ignore-scripts leaves out are made', async () => {
  const dataDir = newDataDir()
  const { code, native } = copyProject(path.dirname(dataDir))
  const lib = path.join(native, 'lib')
  const links = fs.readdirSync(lib).filter((name) => fs.lstatSync(path.join(lib, name)).isSymbolicLink())
  for (const name of links) fs.rmSync(path.join(lib, name))
  const { outcome, stop } = await startInChild({ dataDir, code })
  expect(outcome).toMatchObject({ ok: true })
  expect(fs.readdirSync(lib)).toEqual(expect.arrayContaining(links))
  await stop()
})

test.runIf(root)('links that cannot be made in node_modules are made in a copy', async () => {
  const dataDir = newDataDir({ uid: nobodyUid })
  const { code, native } = copyProject(path.dirname(dataDir))
  const lib = path.join(native, 'lib')
  for (const name of fs.readdirSync(lib)) {
    if (fs.lstatSync(path.join(lib, name)).isSymbolicLink()) fs.rmSync(path.join(lib, name))
  }
  const { outcome, stop } = await startInChild({ dataDir, code, uid: nobodyUid })
  expect(outcome).toMatchObject({ ok: true })
  expect(fs.readdirSync(path.dirname(dataDir))).toContain('data.binaries')
  await stop()
})

test('a Node that has nothing left to do ends although the server runs on', async () => {
  const dataDir = newDataDir()
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(path.join(import.meta.dirname, 'start.ts'))})
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(serverPid(dataDir)).toBeDefined()
})

import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeWith, runTool } from './servers.ts'

/* The systemd unit and the logrotate file, checked by the programs that read them. */

const directory = mkdtempSync(join(tmpdir(), 'lounge-services-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describeWith(['systemd-analyze'], 'the service of systemd', () => {
  const unit = readFileSync('deploy/lounge.service', 'utf8')
  const path = join(directory, 'lounge.service')
  // The unit's paths are those of this checkout.
  writeFileSync(path, unit.replaceAll('/opt/lounge', process.cwd()))

  test('is one that systemd accepts', () => {
    const { status, stderr } = runTool('systemd-analyze', ['verify', '--man=no', path])
    // Other units of this machine may be invalid.
    expect(stderr.split('\n').filter((line) => line.includes('lounge'))).toEqual([])
    expect(status).toBe(0)
  })

  test('takes from the server what it does not need', () => {
    const { status, stdout } = runTool('systemd-analyze', [
      'security',
      '--offline=true',
      '--threshold=30',
      path,
    ])
    expect(stdout).toMatch(/Overall exposure level for lounge.service: [0-2]\.\d/)
    expect(status).toBe(0)
  })

  test('gives the server time to finish, and replaces its processes on reload', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(60)
    expect(unit).toMatch(/^KillMode=mixed$/m)
    expect(unit).toMatch(/^ExecReload=\/bin\/kill -USR2 \$MAINPID$/m)
    expect(unit).toMatch(/^Restart=always$/m)
  })
})

describeWith(['logrotate'], 'the rotation of logs in files', () => {
  const logs = join(directory, 'logs')
  const file = join(directory, 'logrotate')
  const rotate = (...args: string[]) => runTool('logrotate', ['-s', join(directory, 'state'), ...args, file])

  test('is one that logrotate accepts, and loses nothing that a server appends', () => {
    mkdirSync(logs, { mode: 0o750 })
    const [user, name] = ['-un', '-gn'].map((it) => spawnSync('id', [it], { encoding: 'utf8' }).stdout.trim())
    const text = readFileSync('deploy/logrotate', 'utf8')
    writeFileSync(
      file,
      text.replace('/var/log/lounge', logs).replace('su lounge lounge', `su ${user} ${name}`),
      { mode: 0o644 },
    )
    const log = join(logs, 'lounge.log')
    appendFileSync(log, '{"msg":"first"}\n')
    const dry = rotate('-d')
    expect(dry.stderr + dry.stdout).not.toMatch(/error/i)
    expect(rotate('-f').status).toBe(0)
    appendFileSync(log, '{"msg":"second"}\n')
    expect(readFileSync(log, 'utf8')).toBe('{"msg":"second"}\n')
    const [kept = ''] = readdirSync(logs).filter((it) => it !== 'lounge.log')
    expect(kept).toMatch(/^lounge\.log-\d{8}-\d+$/)
    expect(readFileSync(join(logs, kept), 'utf8')).toBe('{"msg":"first"}\n')
  })
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillDataDirectory, run, temporaryDirectory } from './operator.ts'
import { runTool } from './servers.ts'

test('npm run psql runs statements on the embedded database with and without a client', async () => {
  const directory = await temporaryDirectory()
  const DATA_DIR = join(directory, 'data')
  const missing = await run('src/cli/psql.ts', ['-c', 'select 1'], { DATA_DIR })
  expect(missing).toEqual({ code: 1, said: `There is no database in ${DATA_DIR} yet: npm start makes it.\n` })

  await fillDataDirectory(DATA_DIR)
  const without = { DATA_DIR, PATH: '/nowhere' }
  const told = await run(
    'src/cli/psql.ts',
    ['-c', 'select count(*) as venues, null as nothing from venue'],
    without,
  )
  expect(told).toEqual({ code: 0, said: 'venues | nothing\n-------+--------\n1      |\n(1 row)\n' })
  const wrong = await run('src/cli/psql.ts', ['-c', 'selec'], without)
  expect(wrong).toEqual({ code: 1, said: 'PostgreSQL refuses that: syntax error at or near "selec"\n' })
  const none = await run('src/cli/psql.ts', [], without)
  expect(none).toMatchObject({
    code: 1,
    said: expect.stringContaining('psql is not on the PATH: install the client'),
  })

  const hasClient = runTool('psql', ['--version']).status === 0
  const opened = await run('src/cli/psql.ts', ['-At', '-c', 'select count(*) from venue'], { DATA_DIR })
  expect(opened.said).toMatch(hasClient ? /^1\n$/ : /psql is not on the PATH/)
})

import type pg from 'pg'
import { BackupError } from './error.ts'

type Say = (text: string) => void

function textOf(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}

/** Prints rows as a table, like psql. */
function printTable(names: readonly string[], rows: readonly (readonly unknown[])[], say: Say): void {
  const cells = rows.map((row) => row.map((value) => textOf(value).replaceAll('\n', ' ')))
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join(' | ')
      .trimEnd()
  say(line(names))
  say(widths.map((width) => '-'.repeat(width)).join('-+-'))
  for (const row of cells) say(line(row))
}

type Result = pg.QueryArrayResult<unknown[]>
const isResult = (it: unknown): it is Result => typeof it === 'object' && it !== null && 'fields' in it

/** Runs one or more statements and prints their results. */
export async function runStatement(client: pg.Client, text: string, say: Say): Promise<void> {
  const answered: unknown = await client.query({ text, rowMode: 'array' }).catch((error: unknown) => {
    throw new BackupError(
      `PostgreSQL refuses that: ${error instanceof Error ? error.message : String(error)}`,
    )
  })
  const results: unknown[] = Array.isArray(answered) ? answered : [answered]
  for (const { fields, rows, rowCount, command } of results.filter(isResult)) {
    const names = fields.map(({ name }) => name)
    if (names.length > 0) printTable(names, rows, say)
    const count = rowCount ?? 0
    say(names.length > 0 ? `(${count} row${count === 1 ? '' : 's'})` : `${command} ${count}`)
  }
}

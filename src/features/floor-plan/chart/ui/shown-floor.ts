import type { ViewTable } from '../schema.ts'
import type { TableRadios } from './use-table-radios.ts'

/** What the plan and the list both show. `radios` is null where nothing is to be chosen. */
export type ShownFloor = {
  readonly tables: readonly ViewTable[]
  readonly partySize: number | null
  readonly radios: TableRadios | null
}

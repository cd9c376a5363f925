import type { ViewTable } from '../schema.ts'
import type { TableRadios } from './use-table-radios.ts'

/** State shared by chart and list. `radios` is null where no table can be chosen. */
export type FloorView = {
  readonly tables: readonly ViewTable[]
  readonly partySize: number | null
  readonly radios: TableRadios | null
}

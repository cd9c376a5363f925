import { tablePath } from '#features/floor-plan/chart/rules.ts'
import type { ChartTable } from '#features/floor-plan/chart/schema.ts'
import { ISLAND_FAILED } from '../islands/island-failure.ts'

type Props = { readonly slug: string; readonly held: readonly ChartTable[] }

/** Stands in the place of the held tables where their code did not load: a link to the page on which each is paid. */
export const HeldLinks = ({ slug, held }: Props) =>
  held.length === 0 ? null : (
    <div role="alert" className="island-failure flex flex-col gap-1">
      <p>{ISLAND_FAILED}</p>
      {held.map(({ id, tableNumber }) => (
        <p key={id}>
          Table {tableNumber} is held for you.{' '}
          <a
            href={tablePath(slug, tableNumber)}
            className="inline-flex min-h-11 items-center text-brass underline underline-offset-4"
          >
            Continue with table {tableNumber}
          </a>
        </p>
      ))}
    </div>
  )

import { Button } from '#ui/button.tsx'
import { Island } from '../../islands/island.tsx'
import type { ChangeShown } from './change-data.ts'
import { FIELD } from './change-fields.ts'
import { ChangeSeating } from './change-seating.tsx'

/** Chooses a change. A plain form whose address shows the price: it changes nothing. */
export const ChangeForm = ({ shown }: { readonly shown: ChangeShown }) => (
  <form
    action={`${shown.link}/change#review`}
    aria-labelledby="choose-change"
    className="mt-8 flex flex-col gap-6 rounded-card border border-bark bg-ember p-5 sm:p-8"
  >
    <h2 id="choose-change" className="text-heading">
      What would you like to change?
    </h2>
    <Island name="change-seating" component={ChangeSeating} wakes="visible" props={shown.seating} />
    {shown.packages.length > 0 ? <Packages packages={shown.packages} /> : null}
    <Button type="submit" name={FIELD.review} value="1" className="w-full text-lg">
      See the price
    </Button>
  </form>
)

const Packages = ({ packages }: Pick<ChangeShown, 'packages'>) => (
  <fieldset>
    <legend className="font-semibold text-cream">Packages</legend>
    <input type="hidden" name={FIELD.packages} value="chosen" />
    <div className="mt-2 grid gap-3 sm:grid-cols-2">
      {packages.map(({ value, label, price, description, isChosen }) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-card border border-bark bg-cocoa p-4 has-checked:border-brass has-checked:bg-brass/10"
        >
          <input
            type="checkbox"
            name={FIELD.package}
            value={value}
            defaultChecked={isChosen}
            aria-labelledby={`package-${value}`}
            aria-describedby={`package-${value}-note`}
            className="mt-1 size-5 shrink-0 accent-brass"
          />
          <span className="flex min-w-0 flex-col gap-1">
            <span id={`package-${value}`} className="leading-snug font-semibold text-cream">
              {label} <span className="whitespace-nowrap text-brass">(+{price})</span>
            </span>
            <span id={`package-${value}-note`} className="text-sm text-sand">
              {description}
            </span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

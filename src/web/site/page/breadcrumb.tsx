type Step = { readonly name: string; readonly path: string }

/** Breadcrumb trail from Home; the last step is the current page. */
export const Breadcrumb = ({ steps }: { steps: readonly Step[] }) => (
  <nav aria-label="Breadcrumb">
    <ol className="flex flex-wrap items-center gap-x-2 text-sm">
      {steps.map(({ name, path }, index) => (
        <li key={path} className="flex items-center gap-x-2">
          {index > 0 ? (
            <span aria-hidden="true" className="text-clay">
              /
            </span>
          ) : null}
          {index === steps.length - 1 ? (
            <span aria-current="page" className="text-cream">
              {name}
            </span>
          ) : (
            <a
              href={path}
              className="inline-flex min-h-11 min-w-11 items-center text-sand underline-offset-4 hover:text-cream hover:underline"
            >
              {name}
            </a>
          )}
        </li>
      ))}
    </ol>
  </nav>
)

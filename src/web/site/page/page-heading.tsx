import { FirstScreenEnd } from '../layout/first-screen-end.tsx'

type Props = {
  readonly eyebrow: string
  readonly title: string
  /** The second line, in brass italics. */
  readonly accent: string
  readonly text: string
}

/** Page header: text on the left, a mudcloth pattern on the right, a tile border below. */
export const PageHeading = ({ eyebrow, title, accent, text }: Props) => (
  <header className="relative isolate overflow-hidden bg-ember">
    <div
      aria-hidden="true"
      className="mudcloth absolute inset-y-0 right-0 -z-10 hidden w-1/2 opacity-70 [mask-image:linear-gradient(to_left,#000_45%,transparent)] md:block"
    />
    <div className="wrap py-9 md:py-16">
      <p className="eyebrow">{eyebrow}</p>
      <h1 className="mt-3 text-title">
        {title} <em className="block text-brass">{accent}</em>
      </h1>
      <p className="mt-4 max-w-md text-sand md:text-lg">{text}</p>
    </div>
    {/* Its picture would share the connection with the first one of the page. */}
    <FirstScreenEnd />
    <div className="zellige-strip" aria-hidden="true" />
  </header>
)

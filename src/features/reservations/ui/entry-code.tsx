type Props = {
  readonly code: string
  /** SVG path of the QR code's dark modules; `size` is the number of modules per side. */
  readonly path: string
  readonly size: number
}

/** Entry code as a QR code with a link to the guest's page, and as text. */
export const EntryCode = ({ code, path, size }: Props) => (
  <figure className="flex flex-wrap items-center gap-5 md:flex-col md:gap-2 md:text-center">
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={`QR code of the entry code ${code}`}
      className="size-40 shrink-0 rounded-xl bg-white forced-color-adjust-none md:size-48"
    >
      <path d={path} className="fill-black" />
    </svg>
    <figcaption>
      <span className="block text-sm text-dune">Entry code</span>
      <span className="font-mono text-xl font-semibold tracking-widest">{code}</span>
    </figcaption>
  </figure>
)

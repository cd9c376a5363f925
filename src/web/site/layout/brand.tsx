/** The venue's logo: an eight-pointed tile with two leaves on a brass coin. */
export const Mark = ({ className = 'size-10' }: { className?: string }) => (
  <svg viewBox="0 0 64 64" className={`shrink-0 ${className}`} aria-hidden="true">
    <path
      d="M32 4l7.400 10 12.300-1.800L49.900 24.500 60 32l-10.100 7.400 1.800 12.300-12.300-1.800L32 60l-7.400-10.100-12.300 1.800 1.800-12.300L4 32l10.100-7.500-1.800-12.300L24.600 14z"
      className="fill-teal"
    />
    <circle cx="32" cy="32" r="13.500" className="fill-brass" />
    <path
      d="M32 41V30m0 1.500c0-4.500 3-7 7-7 0 4.500-2.500 7-7 7zm0 3c0-4-2.600-6-6.500-6 0 4 2.500 6 6.500 6z"
      className="fill-night/10 stroke-night"
      strokeWidth="2.200"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

export const BrandName = ({ name, subtitle }: { name: string; subtitle: string }) => (
  <span className="flex flex-col leading-tight">
    <span className="font-display text-lg font-semibold text-cream">{name}</span>
    <span className="max-w-[min(12rem,50vw)] truncate text-[0.6875rem] font-medium tracking-[0.08em] lg:tracking-[0.16em] text-sand uppercase">
      {subtitle}
    </span>
  </span>
)

import { useState } from 'react'
import { renditionPath, widthsFor } from '../rules.ts'
import type { Picture as PictureData } from '../schema.ts'

type Props = {
  readonly picture: PictureData | null
  readonly alt: string
  /** Rendered width, as in the `sizes` attribute. */
  readonly sizes: string
  readonly className?: string
  /** The page's largest image above the fold: preloaded with high priority. */
  readonly isFirst?: boolean
}

/**
 * Responsive image with AVIF, WebP and JPEG sources. A broken image is replaced by a placeholder of the same size; in a
 * document, scripts/broken-pictures.ts does so.
 */
export function Picture({ picture, alt, sizes, className = '', isFirst = false }: Props) {
  const [isBroken, setBroken] = useState(false)
  if (!picture || isBroken) return <Placeholder alt={alt} className={className} />
  const widths = widthsFor(picture.width)
  const source = (format: 'avif' | 'webp') =>
    widths.map((width) => `${renditionPath(picture.id, { width, format })} ${width}w`).join(', ')
  const fallback = widths.find((width) => width >= 640) ?? widths.at(-1) ?? 640
  return (
    <picture className="contents">
      {isFirst ? (
        <link
          rel="preload"
          as="image"
          type="image/avif"
          // Without `href`, React leaves the preload link in place instead of moving it to the head.
          href={renditionPath(picture.id, { width: fallback, format: 'avif' })}
          imageSrcSet={source('avif')}
          imageSizes={sizes}
          fetchPriority="high"
        />
      ) : null}
      <source type="image/avif" srcSet={source('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={source('webp')} sizes={sizes} />
      <img
        src={renditionPath(picture.id, { width: fallback, format: 'jpg' })}
        alt={alt}
        width={picture.width}
        height={picture.height}
        loading={isFirst ? 'eager' : 'lazy'}
        // Browsers raise each image on the screen once it is laid out, and it then shares the connection with the first.
        fetchPriority={isFirst ? 'high' : 'low'}
        decoding={isFirst ? 'auto' : 'async'}
        className={`bg-cocoa ${className}`}
        // The image may have failed to load before hydration attached the error listener.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') setBroken(true)
        }}
        onError={() => setBroken(true)}
      />
    </picture>
  )
}

const Placeholder = ({ alt, className }: { alt: string; className: string }) => (
  <svg
    viewBox="0 0 160 120"
    preserveAspectRatio="xMidYMid slice"
    {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
    className={`bg-cocoa ${className}`}
  >
    <path
      d="M80 28l8 10.800 13.300-2-2 13.200L110 58l-10.700 8 2 13.300-13.300-2L80 88l-8-10.700-13.300 2 2-13.300L50 58l10.700-8-2-13.200 13.300 2z"
      className="fill-bark"
    />
    <circle cx="80" cy="58" r="12" className="fill-clay" />
  </svg>
)

import type { SitePicture as Picture } from '#contract/site/clinic.ts'

interface SitePictureProps {
  picture: Picture | undefined
  /** The name of the picture among the clinic's data. */
  name: string
  /** How wide it is shown, as in the attribute of this name. */
  sizes: string
  className: string
  /** Whether it is seen before anything is scrolled. */
  isFirst?: boolean
}

/** A picture of the clinic's own. The server removes an element with `data-if` if the clinic has none. */
export function SitePicture({ picture, name, sizes, className, isFirst }: SitePictureProps) {
  if (!picture) return null
  const { src, avif, webp, alt, width, height } = picture
  return (
    <picture data-if={name} className="contents [&>source]:hidden">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        src={src}
        srcSet={webp}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        className={className}
      />
    </picture>
  )
}

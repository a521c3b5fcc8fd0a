import { useState } from 'react'
import { initials } from '#contract/kit/text/initials.ts'

interface DoctorPhotoProps {
  name: string
  /** Address of the picture; undefined or empty without one. */
  src: string | undefined
  size: 'small' | 'large' | 'portrait'
}

const sizes = {
  small: { pixels: 32, className: 'size-8' },
  large: { pixels: 48, className: 'size-12' },
  portrait: { pixels: 96, className: 'size-24' },
}

/** A doctor's photo in a circle; their initials while it loads, if it fails to load and without one. */
export function DoctorPhoto({ name, src, size }: DoctorPhotoProps) {
  const [failed, setFailed] = useState<string>()
  const { pixels, className } = sizes[size]
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center overflow-hidden rounded-full bg-base-300 font-bold *:col-start-1 *:row-start-1 ${size === 'portrait' ? 'text-xl' : 'initials'} ${className}`}
    >
      <span>{initials(name)}</span>
      {src && failed !== src && (
        <img
          src={src}
          alt=""
          width={pixels}
          height={pixels}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className={`object-cover ${className}`}
          onError={() => setFailed(src)}
        />
      )}
    </span>
  )
}

import { useState } from 'react'
import { smallPhotoPath } from '#contract/photo.ts'
import { initials } from '#web/ui/table/initials.ts'

/** A doctor's photo. Their initials stand in while it loads, if it fails to, and if there is none. */
export function Avatar({ name, img }: { name: string; img: string }) {
  const [failed, setFailed] = useState(false)
  return (
    <span
      aria-hidden="true"
      className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-full bg-base-300 font-bold text-sm *:col-start-1 *:row-start-1"
    >
      <span>{initials(name)}</span>
      {img !== '' && !failed && (
        <img
          src={smallPhotoPath(img) ?? img}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-12 object-cover"
          onError={() => setFailed(true)}
        />
      )}
    </span>
  )
}

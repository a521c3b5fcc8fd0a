import UserRound from 'lucide-react/icons/user-round'
import { useEffect, useRef, useState } from 'react'

const side = 192

/** The chosen photo, cropped to a square; a placeholder without one and for a file that the browser can't decode. */
export function PhotoPreview({ file }: { file: File | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState<File>()

  // On a canvas, because the Content-Security-Policy forbids `blob:` images.
  useEffect(() => {
    let current = true
    if (file) {
      draw(file, canvas.current, () => current)
        .then(() => current && setDrawn(file))
        .catch(() => undefined)
    }
    return () => {
      current = false
    }
  }, [file])

  const shown = file !== undefined && drawn === file
  return (
    <div className="grid size-24 shrink-0 place-items-center overflow-hidden rounded-full bg-base-300 text-quiet *:col-start-1 *:row-start-1">
      {!shown && <UserRound size={36} aria-hidden="true" />}
      <canvas
        ref={canvas}
        width={side}
        height={side}
        role="img"
        aria-label="Preview"
        className={`size-full ${shown ? '' : 'invisible'}`}
      />
    </div>
  )
}

async function draw(file: File, canvas: HTMLCanvasElement | null, isCurrent: () => boolean) {
  const photo = await createImageBitmap(file)
  const context = canvas?.getContext('2d')
  if (context && isCurrent()) {
    const square = Math.min(photo.width, photo.height)
    context.clearRect(0, 0, side, side)
    context.drawImage(photo, (photo.width - square) / 2, (photo.height - square) / 2, square, square, 0, 0, side, side)
  }
  photo.close()
}

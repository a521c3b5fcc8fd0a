import UserRound from 'lucide-react/icons/user-round'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { photoTypes } from '#contract/photo.ts'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import { Labelled } from '#web/ui/form/Labelled.tsx'

interface PhotoInputProps extends Pick<ComponentProps<'input'>, 'ref' | 'name' | 'onBlur' | 'required'> {
  label: string
  file: File | undefined
  error: string | undefined
  onChoose: (file: File | undefined) => void
  /** Shown without a chosen photo. */
  instead?: ReactNode
  /** Stands below the field. */
  children?: ReactNode
}

/** Chooses a photo, from files or a phone's camera, and previews it. */
export function PhotoInput({ label, file, error, onChoose, instead, children, ...input }: PhotoInputProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
      <PhotoPreview file={file} instead={instead ?? <UserRound size={36} aria-hidden="true" />} />
      <div className="min-w-48 flex-1">
        <Labelled id={id} label={label} required={input.required} error={error}>
          <FileInput
            {...input}
            id={id}
            // A list of types makes an iPhone convert its own format to JPEG.
            accept={photoTypes.join(',')}
            onChange={({ target }) => onChoose(target.files?.[0])}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          />
        </Labelled>
        <p id={`${id}-hint`} className="mt-1 text-balance text-quiet text-sm">
          JPEG, PNG, WebP or AVIF, at most 8 MB. It is cropped to a square.
        </p>
        {children}
      </div>
    </div>
  )
}

const side = 192

/** The chosen photo, cropped to a square; `instead` without one and for a file that the browser can't decode. */
function PhotoPreview({ file, instead }: { file: File | undefined; instead: ReactNode }) {
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
      {!shown && instead}
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
